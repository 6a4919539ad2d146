// SPDX-License-Identifier: Apache-2.0
#include "transform/barriers/SlotGroups.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace cudafix::transform {

using analysis::FlowPaths;
using analysis::Position;

namespace {
constexpr int64_t Barrier = 10'000; ///< one block barrier executed once
constexpr int64_t WarpBarrier = 3'000;
constexpr int64_t SplitOnce = 3'000, SplitLevel = 2'000, StatementCut = 500, CutLocal = 100,
                  Elsewhere = 300;
constexpr int64_t NotInSource = 1'000'000;
constexpr unsigned MaxDepth = 5;

/// Adds a slot before the write if the read precedes it in the same node without a slot between the
/// two.
void addStatementSlot(Kernel &K, AccessId Read, AccessId Write) {
  const Access &W = K.access(Write);
  if (W.Kind != AccessKind::Write || K.access(Read).Node != W.Node)
    return;
  std::vector<Event> &Events = K.Nodes[W.Node].Events;
  auto Find = [&](AccessId Id) {
    return llvm::find_if(
        Events, [&](const Event &E) { return E.What == Event::Kind::Access && E.Id == Id; });
  };
  auto From = Find(Read), To = Find(Write);
  if (From >= To ||
      std::any_of(From, To, [](const Event &E) { return E.What == Event::Kind::Slot; }))
    return;
  Slot S;
  S.Id = K.Slots.size();
  S.Node = W.Node;
  S.Convergent = K.Nodes[W.Node].Convergent;
  S.Editable = !W.Loc.InMacro;
  S.Loc = W.Loc;
  S.CallChain = W.CallChain;
  K.Slots.push_back(S);
  Events.insert(To, {Event::Kind::Slot, S.Id});
}

/// The kernel with slots inside the statements of racing pairs, for every copy of a pair.
Kernel withStatementSlots(const Kernel &Original,
                          llvm::ArrayRef<std::pair<AccessId, AccessId>> Pairs) {
  Kernel K = Original;
  std::map<SourceLoc, std::vector<AccessId>> At;
  for (const Access &A : K.Accesses)
    At[A.Loc].push_back(A.Id);
  std::set<std::pair<SourceLoc, SourceLoc>> Done;
  for (auto [First, Second] : Pairs)
    for (auto [A, B] : {std::pair(First, Second), std::pair(Second, First)})
      if (A != B && Done.insert({K.access(A).Loc, K.access(B).Loc}).second)
        for (AccessId Read : At[K.access(A).Loc])
          for (AccessId Write : At[K.access(B).Loc])
            if (Read != Write)
              addStatementSlot(K, Read, Write);
  return K;
}

unsigned loopDepth(const Kernel &K, NodeId N) {
  unsigned Depth = 0;
  for (LoopId L = K.Nodes[N].Loop; L != NoId; L = K.Loops[L].Parent)
    ++Depth;
  return Depth;
}

/// The statement that an added slot splits: the write after it, and what it reads.
StatementSplit splitAt(const Kernel &K, const FlowPaths &Paths, SlotId Id) {
  Position At = Paths.slot(Id);
  const std::vector<Event> &Events = K.Nodes[At.Node].Events;
  StatementSplit Split;
  Split.Write = Events[At.Event + 1].Id;
  Split.Read = K.access(Split.Write).Partner;
  for (unsigned I = At.Event; Split.Read == NoId && I > 0; --I)
    if (Events[I - 1].What == Event::Kind::Access)
      Split.Read = Events[I - 1].Id;
  return Split;
}
} // namespace

int64_t SlotGroup::blockCost() const {
  return Barrier * Executions +
         (Levels ? SplitOnce + SplitLevel * Levels + CutLocal * CutLocals : 0) +
         (Split ? StatementCut : 0) + (Away ? Elsewhere : 0) + (Editable ? 0 : NotInSource);
}

int64_t SlotGroup::warpCost(unsigned Levels) const {
  int64_t Splitting =
      Levels ? SplitOnce + SplitLevel * std::min(Levels, 100u) + CutLocal * CutLocals : 0;
  return WarpBarrier * Executions + Splitting + (Split ? StatementCut : 0) +
         (Away ? Elsewhere : 0) + (Editable ? 0 : NotInSource);
}

PlanKernel::PlanKernel(const Kernel &Original, llvm::ArrayRef<std::pair<AccessId, AccessId>> Pairs,
                       llvm::ArrayRef<unsigned> CutLocals, const llvm::BitVector &Away)
    : K(withStatementSlots(Original, Pairs)), OriginalSlots(Original.Slots.size()), Paths(K) {
  makeGroups(CutLocals, Away);
  forbidSynchronization();
}

/// Returns true if the slot is in the kernel itself, or in a call that accesses memory; in other
/// calls, such as `ceilDiv(n, 256)`, barriers do not belong.
static bool isWhereMemoryIs(const Kernel &K, const Slot &S) {
  return S.CallChain.empty() || llvm::any_of(K.Accesses, [&](const Access &A) {
           return A.CallChain.size() >= S.CallChain.size() &&
                  std::equal(S.CallChain.begin(), S.CallChain.end(), A.CallChain.begin());
         });
}

void PlanKernel::makeGroups(llvm::ArrayRef<unsigned> CutLocals, const llvm::BitVector &Away) {
  GroupOf.resize(K.Slots.size());
  std::map<std::pair<SourceLoc, bool>, unsigned> Known;
  for (const Slot &S : K.Slots) {
    bool Added = S.Id >= OriginalSlots;
    unsigned Index = Groups.size();
    // Only slots that the source can use need to agree with their copies.
    if (S.Editable && S.Loc.Line)
      Index = Known.try_emplace({S.Loc, Added}, Index).first->second;
    if (Index == Groups.size())
      Groups.emplace_back();
    SlotGroup &G = Groups[Index];
    G.Order = Index;
    G.Slots.push_back(S.Id);
    G.Editable &= S.Editable && isWhereMemoryIs(K, S);
    unsigned Levels = Paths.divergentBranches(S.Node).size();
    G.Levels = std::max({G.Levels, Levels, S.Convergent ? 0u : 1u});
    if (S.Id < CutLocals.size())
      G.CutLocals = std::max(G.CutLocals, CutLocals[S.Id]);
    G.Away |= S.Id < Away.size() && Away.test(S.Id);
    int64_t Times = 1;
    for (unsigned D = std::min(loopDepth(K, S.Node), MaxDepth); D > 0; --D)
      Times *= 10;
    G.Executions += Times;
    if (Added && !G.Split)
      G.Split = splitAt(K, Paths, S.Id);
    GroupOf[S.Id] = Index;
  }
}

/// Forbids barriers between the acquire of a lock (a spin-wait with compare-and-swap or exchange)
/// and its release, and in loops that wait for another thread.
void PlanKernel::forbidSynchronization() {
  llvm::BitVector Bad(K.Slots.size());
  for (const Loop &L : K.Loops) {
    if (!L.SpinWait)
      continue;
    llvm::BitVector Locks(K.Arrays.size()), Inside(K.Nodes.size());
    for (NodeId N : L.Nodes) {
      Inside.set(N);
      for (const Event &E : K.Nodes[N].Events) {
        if (E.What == Event::Kind::Slot)
          Bad.set(E.Id);
        if (E.What != Event::Kind::Access)
          continue;
        const Access &A = K.access(E.Id);
        if (A.Atomic == AtomicOp::Cas || A.Atomic == AtomicOp::Exch)
          Locks.set(A.Array);
      }
    }
    auto Release = [&](const Event &E) {
      if (E.What != Event::Kind::Access)
        return false;
      const Access &A = K.access(E.Id);
      return Locks.test(A.Array) && A.Kind != AccessKind::Read && A.Atomic != AtomicOp::Cas;
    };
    for (NodeId N : L.Nodes)
      for (const Edge &E : K.Nodes[N].Succs) {
        if (Inside.test(E.To) || Locks.none())
          continue;
        std::vector<SlotId> Held;
        bool Released = false;
        auto Note = [&](const Event &X) {
          if (X.What == Event::Kind::Slot)
            Held.push_back(X.Id);
          Released |= Release(X);
        };
        Position Behind{N, static_cast<unsigned>(K.Nodes[N].Events.size())};
        Paths.visitAfter(Behind, Release, Note);
        if (Released)
          for (SlotId S : Held)
            Bad.set(S);
      }
  }
  for (unsigned S : Bad.set_bits())
    Groups[GroupOf[S]].Forbidden = true;
}

} // namespace cudafix::transform
