// SPDX-License-Identifier: Apache-2.0
#include "analysis/flow/Flow.h"
#include "analysis/flow/FlowPaths.h"
#include "model/Check.h"
#include "transform/barriers/BarrierRepairs.h"
#include "transform/barriers/IRWriter.h"
#include "transform/barriers/SourceWriter.h"
#include "transform/text/SourceLookup.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace cudafix::transform {

namespace {

using Kind = SyncFlaw::Kind;

/// Collects what the findings about one lock, flag or ticket need.
class LockFix {
public:
  LockFix(const Context &C) : C(C), K(C.K.Model), Flow(K), Paths(K), Lookup(C.P, C.K) {}

  llvm::Error add(const Finding &F);
  Repair write();

private:
  llvm::Error addFence(const SyncFlaw &Flaw, AccessId Near);
  std::optional<SlotId> behind(AccessId Op, AccessId Near) const;
  std::optional<SlotId> before(AccessId Op) const;
  bool dominates(analysis::Position A, analysis::Position B) const;
  unsigned lineOf(SlotId Fence) const;
  void widen(ArrayId Cell);
  llvm::Error addEdits(Repair &R) const;
  llvm::Error addEdit(Repair &R, const SourceLoc &Loc, llvm::StringRef Text) const;

  const Context &C;
  const Kernel &K;
  analysis::FlowInfo Flow;
  analysis::FlowPaths Paths;
  SourceLookup Lookup;
  SyncChange Change;
  /// Fences of `Change` that go at the end of the acquiring function, by the acquiring operation.
  std::map<SlotId, AccessId> AtEnd;
};

template <typename T> void insert(std::vector<T> &Into, T Value) {
  if (!llvm::is_contained(Into, Value))
    Into.push_back(Value);
}

bool LockFix::dominates(analysis::Position A, analysis::Position B) const {
  return A.Node == B.Node ? A.Event < B.Event : Flow.dominates(A.Node, B.Node);
}

/// The first statement boundary that every path from the operation to the access passes.
std::optional<SlotId> LockFix::behind(AccessId Op, AccessId Near) const {
  std::optional<SlotId> First;
  for (const Slot &S : K.Slots) {
    analysis::Position At = Paths.slot(S.Id);
    if (At.Node == NoId || !S.Editable || !dominates(Paths.access(Op), At) ||
        !dominates(At, Paths.access(Near)))
      continue;
    if (!First || dominates(At, Paths.slot(*First)))
      First = S.Id;
  }
  return First;
}

/// The statement boundary before the operation.
std::optional<SlotId> LockFix::before(AccessId Op) const {
  std::optional<SlotId> Last;
  analysis::Position At = Paths.access(Op);
  for (const Slot &S : K.Slots)
    if (Paths.slot(S.Id).Node == At.Node && Paths.slot(S.Id).Event < At.Event && S.Editable &&
        (!Last || Paths.slot(*Last).Event < Paths.slot(S.Id).Event))
      Last = S.Id;
  return Last;
}

llvm::Error LockFix::addFence(const SyncFlaw &Flaw, AccessId Near) {
  auto Slot = Flaw.What == Kind::NoFenceAfter ? behind(Flaw.Op, Near) : before(Flaw.Op);
  if (!Slot)
    return llvm::createStringError("no statement boundary for the fence next to line " +
                                   std::to_string(K.access(Flaw.Op).Loc.Line));
  insert(Change.Fences, *Slot);
  const Access &Op = K.access(Flaw.Op);
  if (Flaw.What == Kind::NoFenceAfter && Op.CallChain.size() > K.Slots[*Slot].CallChain.size() &&
      Lookup.endingWithLoopAt(Op.Loc))
    AtEnd.try_emplace(*Slot, Flaw.Op);
  return llvm::Error::success();
}

/// The line where the source has the fence.
unsigned LockFix::lineOf(SlotId Fence) const {
  auto It = AtEnd.find(Fence);
  if (It == AtEnd.end())
    return K.Slots[Fence].Loc.Line;
  const clang::Stmt *Body = Lookup.endingWithLoopAt(K.access(It->second).Loc)->getBody();
  return C.P.device().getSourceManager().getExpansionLineNumber(Body->getEndLoc());
}

/// Widens all uses of the cell to device scope: another block uses it.
void LockFix::widen(ArrayId Cell) {
  for (const Access &A : K.Accesses)
    if (A.Array == Cell && A.Kind == AccessKind::Atomic && A.Scope == AtomicScope::Block)
      insert(Change.WidenAtomics, A.Id);
}

llvm::Error LockFix::add(const Finding &F) {
  for (const SyncFlaw &Flaw : F.Flaws)
    switch (Flaw.What) {
    case Kind::NoLock:
    case Kind::OtherLock:
      return llvm::createStringError("which lock is meant is not known");
    case Kind::NoFenceAfter:
    case Kind::NoFenceBefore:
      if (llvm::Error E = addFence(Flaw, F.Accesses[Flaw.Thread]))
        return E;
      break;
    case Kind::NarrowFence:
      insert(Change.WidenFences, Flaw.Fence);
      break;
    case Kind::NarrowAtomic:
      widen(K.access(Flaw.Op).Array);
      break;
    }
  return llvm::Error::success();
}

/// Replaces the call at a place by one without the suffix in its name.
llvm::Error LockFix::addEdit(Repair &R, const SourceLoc &Loc, llvm::StringRef Text) const {
  size_t At = Text.find("_block(");
  if (Loc.InMacro || At == llvm::StringRef::npos || Text.take_front(At).contains('('))
    return llvm::createStringError("line " + std::to_string(Loc.Line) +
                                   ": the scope is not part of the call");
  Edit E{Loc.File, Loc.Offset + static_cast<unsigned>(At), 6, ""};
  if (!llvm::is_contained(R.Edits, E))
    R.Edits.push_back(E);
  return llvm::Error::success();
}

llvm::Error LockFix::addEdits(Repair &R) const {
  BarrierChange Fences;
  for (SlotId S : Change.Fences)
    if (auto It = AtEnd.find(S); It != AtEnd.end())
      Fences.FenceAtEnd.push_back(It->second);
    else
      Fences.Fence.push_back(S);
  if (!Fences.empty()) {
    llvm::Expected<SourceForm> Source = writeSource(C.P, C.K, Fences);
    if (!Source)
      return Source.takeError();
    R.Edits = std::move(Source->Edits);
  }
  for (FenceId Id : Change.WidenFences)
    if (llvm::Error E = addEdit(R, K.fence(Id).Loc, K.fence(Id).Text))
      return E;
  for (AccessId Id : Change.WidenAtomics)
    if (llvm::Error E = addEdit(R, K.access(Id).Loc, K.access(Id).Text))
      return E;
  llvm::sort(R.Edits);
  return llvm::Error::success();
}

Repair LockFix::write() {
  Repair R;
  R.Id = FixLock.Id.str();
  R.How = Applicability::Proven;
  std::vector<std::string> Parts;
  if (!Change.Fences.empty()) {
    std::set<unsigned> Lines;
    for (SlotId S : Change.Fences)
      Lines.insert(lineOf(S));
    std::string All;
    for (unsigned Line : Lines)
      All += (All.empty() ? "" : ", ") + std::to_string(Line);
    Parts.push_back("put __threadfence() at line" + std::string(Lines.size() > 1 ? "s " : " ") +
                    All);
  }
  if (!Change.WidenFences.empty() || !Change.WidenAtomics.empty())
    Parts.push_back("widen the scope from the block to the device");
  R.Title = Parts.front() + (Parts.size() > 1 ? ", " + Parts.back() : "");
  if (llvm::Error E = addEdits(R)) {
    R.Edits.clear();
    R.Notes.emplace_back("no source form: " + llvm::toString(std::move(E)));
    R.How = Applicability::Manual;
  }
  if (auto Module = writeSyncIR(C.P, C.K, Change))
    setIR(R, **Module);
  else
    R.Notes.emplace_back("no patched IR: " + llvm::toString(Module.takeError()), /*OnIR=*/true);
  return R;
}

/// Returns true if flaws of the two findings are about one array.
bool sharesCell(const Kernel &K, const Finding &A, const Finding &B) {
  return llvm::any_of(A.Flaws, [&](const SyncFlaw &X) {
    return llvm::any_of(
        B.Flaws, [&](const SyncFlaw &Y) { return K.access(X.Op).Array == K.access(Y.Op).Array; });
  });
}

/// Finds where the block can meet between a store and a later operation that a thread makes for its
/// block.
class BlockMeetings {
public:
  explicit BlockMeetings(const Kernel &K) : K(K), Flow(K), Paths(K) {}

  /// If a thread takes a ticket or posts a flag for its block before the other threads have
  /// finished, the place before that where all threads meet next; nullopt: the finding is of
  /// another kind.
  std::optional<SlotId> placeFor(const Finding &F) const {
    if (!F.Flaws.empty() || F.KernelName != K.Name || F.Accesses.size() != 2)
      return std::nullopt;
    if (F.check() == Check::EarlyRelease)
      return placeBetween(F.Accesses[1], F.Accesses[0]);
    if (F.check() == Check::EarlyRead)
      return placeBehind(F.Accesses[0], F.Accesses[1]);
    if (!F.InterBlock)
      return std::nullopt;
    for (auto [First, Second] :
         {std::pair(F.Accesses[0], F.Accesses[1]), std::pair(F.Accesses[1], F.Accesses[0])})
      for (const Access &Signal : K.Accesses)
        if (isSignal(Signal) && Signal.Id != First && leadsTo(Signal, Second))
          if (std::optional<SlotId> Place = placeBetween(First, Signal.Id))
            return Place;
    return std::nullopt;
  }

private:
  /// Returns true if a path leads from one position to the other within one turn of all loops
  /// around both.
  bool leads(analysis::Position From, analysis::Position To, bool OverBarriers) const {
    auto Ends = [&](const Event &E) {
      return !OverBarriers && E.What == Event::Kind::Barrier &&
             K.barrier(E.Id).Kind == BarrierKind::Block;
    };
    llvm::BitVector Seen(K.Nodes.size());
    std::vector<std::pair<NodeId, unsigned>> Work{{From.Node, From.Event + 1}};
    while (!Work.empty()) {
      auto [N, Begin] = Work.back();
      Work.pop_back();
      const bool Arrives = N == To.Node && Begin <= To.Event;
      llvm::ArrayRef<Event> Events(K.Nodes[N].Events);
      Events = Arrives ? Events.slice(Begin, To.Event - Begin) : Events.drop_front(Begin);
      if (llvm::any_of(Events, Ends))
        continue;
      if (Arrives)
        return true;
      for (const Edge &E : K.Nodes[N].Succs) {
        const bool NextTurn = E.Back && Flow.contains(K.Nodes[E.To].Loop, From.Node) &&
                              Flow.contains(K.Nodes[E.To].Loop, To.Node);
        if (!NextTurn && !Seen.test(E.To)) {
          Seen.set(E.To);
          Work.push_back({E.To, 0});
        }
      }
    }
    return false;
  }
  bool isSignal(const Access &A) const {
    const bool Stores = A.Kind == AccessKind::Atomic ? A.Atomic != AtomicOp::Load
                                                     : A.Volatile && A.Kind == AccessKind::Write;
    return Stores && K.array(A.Array).Where == Space::Global;
  }
  /// Returns true if the access may depend on the result of the signal, or on waiting for it.
  bool leadsTo(const Access &Signal, AccessId Second) const {
    auto Comes = [&](AccessId From) {
      return leads(Paths.access(From), Paths.access(Second), true);
    };
    auto AwaitsIt = [&](const Access &A) {
      const LoopId L = K.Nodes[A.Node].Loop;
      return A.Array == Signal.Array && L != NoId && K.Loops[L].SpinWait && Comes(A.Id);
    };
    return (Signal.Kind == AccessKind::Atomic && Signal.Result && Comes(Signal.Id)) ||
           llvm::any_of(K.Accesses, AwaitsIt);
  }
  std::optional<SlotId> placeBetween(AccessId Store, AccessId Signal) const {
    const analysis::Position Done = Paths.access(Store), Posted = Paths.access(Signal);
    if (Paths.divergentBranches(Posted.Node).empty() || !leads(Done, Posted, false))
      return std::nullopt;
    std::optional<SlotId> Last;
    for (const Slot &S : K.Slots) {
      const analysis::Position At = Paths.slot(S.Id);
      if (At.Node != NoId && S.Editable && S.Convergent && Flow.dominates(At.Node, Posted.Node) &&
          leads(Done, At, false) && leads(At, Posted, false) &&
          (!Last || leads(Paths.slot(*Last), At, true)))
        Last = S.Id;
    }
    return Last;
  }

  /// The first place where all meet after the wait, before the read.
  std::optional<SlotId> placeBehind(AccessId Wait, AccessId Read) const {
    std::optional<SlotId> First;
    for (const Slot &S : K.Slots) {
      const analysis::Position At = Paths.slot(S.Id);
      if (At.Node != NoId && S.Editable && S.Convergent &&
          Flow.dominates(At.Node, K.access(Read).Node) && leads(Paths.access(Wait), At, false) &&
          leads(At, Paths.access(Read), false) && (!First || leads(At, Paths.slot(*First), true)))
        First = S.Id;
    }
    return First;
  }

  const Kernel &K;
  const analysis::FlowInfo Flow;
  const analysis::FlowPaths Paths;
};

/// Adds a barrier before the ticket or flag, for all findings that it repairs.
std::vector<Repair> joinBlock(const Context &C, const Finding &F, llvm::ArrayRef<Finding> All) {
  const BlockMeetings Meetings(C.K.Model);
  std::optional<SlotId> Place = Meetings.placeFor(F);
  if (!Place)
    return {};
  BarrierChange Change;
  Change.Block.push_back(*Place);
  Repair R = writeBarriers(C, Change, FixLock.Id);
  if (R.Edits.empty())
    return {};
  R.Id = FixLock.Id.str();
  for (auto [I, Other] : llvm::enumerate(All))
    if (&Other != &F && Meetings.placeFor(Other) == Place)
      R.AlsoFixes.push_back(I);
  return {std::move(R)};
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding> All) {
  if (F.Flaws.empty())
    return joinBlock(C, F, All);
  LockFix Fix(C);
  if (llvm::Error E = Fix.add(F))
    return std::move(E);
  std::vector<unsigned> Also;
  for (auto [I, Other] : llvm::enumerate(All)) {
    if (&Other == &F || Other.KernelName != F.KernelName || Other.Id != F.Id ||
        !sharesCell(C.K.Model, F, Other))
      continue;
    if (llvm::Error E = Fix.add(Other))
      llvm::consumeError(std::move(E)); // the call stays as it is
    else
      Also.push_back(I);
  }
  Repair R = Fix.write();
  R.AlsoFixes = std::move(Also);
  return std::vector<Repair>{std::move(R)};
}

} // namespace

static bool applies(const Finding &F) {
  return !F.Flaws.empty() || (F.InterBlock && isRace(F)) || F.check() == Check::EarlyRelease ||
         F.check() == Check::EarlyRead;
}

const RepairKind FixLock = {
    "fix-lock",
    R"(Gives a lock, flag or ticket what it lacks: a fence, a scope that covers other blocks, or a
barrier before a thread draws the ticket of its block or posts a flag for it, or after it has waited
for one.

Before:                                     After:
  while (atomicCAS(lock, 0, 1) != 0);         while (atomicCAS(lock, 0, 1) != 0);
  *sum += x;                                  __threadfence();
  __threadfence();                            *sum += x;
  atomicExch(lock, 0);                        __threadfence();
                                              atomicExch(lock, 0);

The fence goes directly after the acquire, in the function that makes it, or before the release; `_block` atomics and
fences of the same cell lose their suffix together. All findings about one lock are repaired
in one patch. __syncthreads() goes before the branch in which the ticket is drawn or the flag is
posted, so that all that the block has done is done before, or after the branch in which one thread waits. Where a thread takes no lock, or another one, nothing is proposed.)",
    applies, propose, "put fences"};

} // namespace cudafix::transform
