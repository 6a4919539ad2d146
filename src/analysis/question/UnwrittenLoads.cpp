// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/UnwrittenLoads.h"
#include "analysis/flow/FlowPaths.h"
#include "analysis/flow/Phases.h"
#include "analysis/question/RaceQuestion.h"
#include "analysis/question/TwoThreads.h"
#include "smt/Impossible.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

namespace {

/// Two threads, possibly the same one, at any times: barriers do not matter.
class AnyThreads {
public:
  AnyThreads(const Kernel &K, const Launch &L, smt::Workspace &Solving)
      : C(*K.Ctx), Solving(Solving), Threads(K, L, Scope::OtherBlock) {
    BarrierSet None = BarrierSet::all(K);
    None.On.reset();
    Whole = computePhases(K, Solving, None, PhaseLevel::Grid).front();
  }

  /// Returns true if the two accesses provably never share a byte.
  bool apart(const Access &Read, const Access &Write) {
    bool Apart = true, Seen = false;
    forEach(Read, [&](const Reached &R) {
      forEach(Write, [&](const Reached &W) {
        Seen = true;
        Apart = Apart && isApart(Read, R, Write, W);
      });
    });
    return Apart && Seen;
  }

private:
  template <typename F> void forEach(const Access &A, F Do) {
    for (const Reached &P : Whole.Places)
      if (P.What == Reached::Kind::Access && P.Id == A.Id)
        Do(P);
  }

  bool isApart(const Access &Read, const Reached &R, const Access &Write, const Reached &W) {
    constexpr smt::Budget Small{.ResourceUnits = 100'000};
    llvm::SmallVector<Expr, 16> Q(Threads.launchable());
    auto Add = [&](const Access &A, const Reached &At, unsigned T) {
      Q.push_back(Threads.of(At.Cond, T));
      if (A.InBounds)
        Q.push_back(Threads.of(Whole.at(C, A.InBounds, At), T));
    };
    Add(Read, R, 0);
    Add(Write, W, 1);
    auto Of = [&](Expr E, const Reached &At, unsigned T) {
      return Threads.of(Whole.at(C, E, At), T);
    };
    overlap(C, Of(Read.Offset, R, 0), Of(Read.Size, R, 0), Of(Write.Offset, W, 1),
            Of(Write.Size, W, 1), Q);
    return smt::impossible(Solving, Q, Small);
  }

  ExprContext &C;
  smt::Workspace &Solving;
  TwoThreads Threads;
  Phase Whole;
};

} // namespace

/// Returns true if the symbol decides where a thread goes or what it accesses.
static bool decides(const Kernel &K, SymbolId S) {
  auto Names = [&](Expr E) {
    return E &&
           ExprContext::any(E, [&](Expr N) { return N->op() == Op::Apply && N->symbol() == S; });
  };
  return llvm::any_of(K.Nodes,
                      [&](const Node &N) {
                        return llvm::any_of(N.Succs, [&](const Edge &E) { return Names(E.Cond); });
                      }) ||
         llvm::any_of(K.Accesses, [&](const Access &A) { return Names(A.Offset); });
}

/// The accesses that produce the symbol's value.
static llvm::SmallVector<const Access *, 4> readsOf(const Kernel &K, SymbolId S) {
  llvm::SmallVector<const Access *, 4> Reads;
  const ArrayId From = std::as_const(*K.Ctx).symbol(S).Index; // before the arrays were merged
  for (const Access &A : K.Accesses)
    if (A.Kind == AccessKind::Read && (A.Part == NoId ? A.Array : A.Part) == From)
      Reads.push_back(&A);
  return Reads;
}

const Access *analysis::readAgain(const Kernel &K, SymbolId Loads) {
  const llvm::SmallVector<const Access *, 4> Reads = readsOf(K, Loads);
  if (Reads.empty())
    return nullptr;
  const FlowPaths Paths(K);
  auto OfOneTurn = [&](const Access &A) { // each turn of its loops reads another cell
    return A.Offset && ExprContext::any(A.Offset, [&](Expr N) {
             return N->op() == Op::Apply &&
                    std::as_const(*K.Ctx).symbol(N->symbol()).Kind == SymbolKind::Counter;
           });
  };
  for (const Access *First : Reads) {
    const llvm::BitVector After = Paths.accessesAfter(First->Id);
    for (const Access &W : K.Accesses) {
      if (W.Kind == AccessKind::Read || !After.test(W.Id) || !K.mayAlias(W.Array, First->Array))
        continue;
      const llvm::BitVector Then = Paths.accessesAfter(W.Id);
      for (const Access *Next : Reads)
        if (Then.test(Next->Id) && Next->Offset == First->Offset &&
            (Next != First || !OfOneTurn(*First)))
          return Next;
    }
  }
  return nullptr;
}

llvm::DenseSet<SymbolId> analysis::unwrittenLoads(const Kernel &K, const Launch &L,
                                                  smt::Workspace &Solving,
                                                  llvm::ArrayRef<SymbolId> Loads) {
  constexpr size_t MaxPairs = 32;
  llvm::DenseSet<SymbolId> Found;
  if (!K.AsyncOps.empty() ||
      llvm::any_of(K.Gaps, [](const ModelGap &G) { return G.MayAccessMemory; }))
    return Found;
  std::optional<AnyThreads> Threads;
  for (SymbolId S : Loads) {
    const llvm::SmallVector<const Access *, 4> Reads = readsOf(K, S);
    llvm::SmallVector<const Access *, 4> Writes;
    auto IsKnown = [&](const Access *A) {
      return !A->Volatile && !K.array(A->Array).AliasGroup && A->Array == Reads.front()->Array;
    };
    if (Reads.empty() || !llvm::all_of(Reads, IsKnown) || !(decides(K, S) || readAgain(K, S)))
      continue;
    for (const Access &A : K.Accesses)
      if (A.Kind != AccessKind::Read && A.Array == Reads.front()->Array)
        Writes.push_back(&A);
    if (Writes.empty() || Reads.size() * Writes.size() > MaxPairs)
      continue;
    if (!Threads)
      Threads.emplace(K, L, Solving);
    if (llvm::all_of(Reads, [&](const Access *R) {
          return llvm::all_of(Writes, [&](const Access *W) { return Threads->apart(*R, *W); });
        }))
      Found.insert(S);
  }
  return Found;
}
