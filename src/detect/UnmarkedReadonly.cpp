// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/Flow.h"
#include "analysis/question/Objects.h"
#include "detect/Detector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cudafix::detect {

namespace {

/// Finds pointer parameters through which a kernel only reads while it writes elsewhere.
class Reader {
public:
  explicit Reader(const KernelFacts &F) : F(F), K(F.K), Flow(F.K) {}
  std::vector<Finding> run() const;

private:
  bool mayBeMarked(const Kernel::Param &P) const;
  std::vector<const Access *> readsOf(ArrayId A) const;
  bool comesBefore(const Access &A, const Access &B) const;
  bool standsBetween(const Access &Store, llvm::ArrayRef<const Access *> Reads) const;
  const Access *storeBetween(ArrayId A) const;
  bool isMarked(ArrayId A) const;

  const KernelFacts &F;
  const Kernel &K;
  analysis::FlowInfo Flow;
};

bool saysRestrict(const Kernel::Param &P) { return llvm::StringRef(P.Type).contains("__restrict"); }

bool isWrite(const Kernel &K, const Access &A) {
  return A.Kind != AccessKind::Read && K.array(A.Array).Written;
}

bool isGlobalWrite(const Kernel &K, const Access &A) {
  Space Where = K.array(A.Array).Where;
  return isWrite(K, A) && (Where == Space::Global || Where == Space::Generic);
}

bool Reader::isMarked(ArrayId A) const {
  return llvm::any_of(K.Params, [&](const Kernel::Param &P) {
    return P.Pointer && P.Array == A && saysRestrict(P);
  });
}

std::vector<const Access *> Reader::readsOf(ArrayId A) const {
  std::vector<const Access *> Reads;
  for (const Access &Of : K.Accesses)
    if (Of.Array == A)
      Reads.push_back(&Of);
  return Reads;
}

/// Returns true if everything that the kernel writes is known to be elsewhere, in every launch.
bool Reader::mayBeMarked(const Kernel::Param &P) const {
  if (!P.Pointer || P.Array == NoId || saysRestrict(P))
    return false;
  const Array &A = K.array(P.Array);
  if (A.Where != Space::Global || A.Written || A.FieldOffset)
    return false;
  auto IsPlain = [](const Access *Of) { return Of->Kind == AccessKind::Read && !Of->Volatile; };
  return llvm::all_of(readsOf(A.Id), IsPlain) && llvm::all_of(K.Accesses, [&](const Access &W) {
           return !isWrite(K, W) || analysis::surelyDistinct(K, F.Launches, A.Id, W.Array);
         });
}

/// Returns true if some path leads from A to B without a back edge.
bool Reader::comesBefore(const Access &A, const Access &B) const {
  if (A.Node == B.Node) {
    auto At = [&](const Access &Of) {
      return llvm::find_if(K.Nodes[Of.Node].Events, [&](const Event &E) {
        return E.What == Event::Kind::Access && E.Id == Of.Id;
      });
    };
    return At(A) < At(B);
  }
  std::vector<bool> Seen(K.Nodes.size());
  std::vector<NodeId> Work{A.Node};
  while (!Work.empty()) {
    NodeId N = Work.back();
    Work.pop_back();
    for (const Edge &E : K.Nodes[N].Succs)
      if (!E.Back && !Seen[E.To]) {
        Seen[E.To] = true;
        Work.push_back(E.To);
      }
  }
  return Seen[B.Node];
}

/// Returns true if a place is read both before and after the store, or if store and read are in one
/// loop.
bool Reader::standsBetween(const Access &Store, llvm::ArrayRef<const Access *> Reads) const {
  for (const Access *R : Reads) {
    for (LoopId L : Flow.loopsAround(R->Node))
      if (Flow.contains(L, Store.Node))
        return true;
    for (const Access *Again : Reads)
      if (R != Again && R->Offset == Again->Offset && comesBefore(*R, Store) &&
          comesBefore(Store, *Again))
        return true;
  }
  return false;
}

const Access *Reader::storeBetween(ArrayId A) const {
  std::vector<const Access *> Reads = readsOf(A);
  for (const Access &W : K.Accesses)
    if (isGlobalWrite(K, W) && !isMarked(W.Array) && standsBetween(W, Reads))
      return &W;
  return nullptr;
}

std::vector<Finding> Reader::run() const {
  // Memory that the host or another device may write at the same time.
  bool Shared =
      llvm::any_of(K.Fences, [](const Fence &E) { return E.Scope == AtomicScope::System; });
  // Code that is not modelled may wait for another writer: no load may move above it.
  if (!K.Gaps.empty() || Shared)
    return {};
  Finding N;
  std::string Written;
  std::vector<std::string> Names;
  for (const Kernel::Param &P : K.Params) {
    const Access *Store = mayBeMarked(P) ? storeBetween(P.Array) : nullptr;
    if (!Store)
      continue;
    const Array &A = K.array(P.Array);
    if (Names.empty()) {
      N.Loc = A.Loc;
      N.Message = "' as far as the compiler knows, which loads again after it; every launch gives "
                  "the kernel allocations of their own";
      Written = K.array(Store->Array).Name;
    } else {
      N.RelatedPlaces.push_back({A.Loc, Role::Access, "the same here"});
    }
    Names.push_back(A.Name);
    N.Accesses.push_back(readsOf(A.Id).front()->Id);
  }
  if (Names.empty())
    return {};
  N.Id = "unmarked-readonly";
  N.Severity = Level::Note;
  N.How = Confidence::Proved;
  N.KernelName = K.Name;
  N.Weight = Names.size(); // not a measured cost: listed after all measured findings
  N.Message = "a store to '" + Written + "' may change '" + llvm::join(Names, "', '") + N.Message;
  return {std::move(N)};
}

} // namespace

static std::vector<Finding> detect(const KernelFacts &F) { return Reader(F).run(); }

const Detector UnmarkedReadonly = {
    "unmarked-readonly", Level::Note,
    R"(Finds pointers that a kernel only reads through, and that do not say so.
Why: a store through one pointer may change what another one points to, so the compiler loads
that again after each store, and neither moves loads over stores nor joins them, unless the
parameter is declared `const T *__restrict__`.
How: a pointer parameter through which the kernel and the functions it calls only read, where
a store through another pointer stands between two loads of one place, or in a loop with a
load, and every launch gives the kernel allocations of their own behind both.
Limits: nothing is said where host code does not show the allocations, where a part of the
kernel is not modelled, and where it has a __threadfence_system() or waits for other kernels
with cudaGridDependencySynchronize().)",
    detect, Group::Performance};

} // namespace cudafix::detect
