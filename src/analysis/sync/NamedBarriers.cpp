// SPDX-License-Identifier: Apache-2.0

#include "analysis/sync/NamedBarriers.h"
#include "analysis/flow/FlowPaths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::BitVector;

static constexpr unsigned WarpSize = 32;
/// Kernels with more nodes are not analysed: they are generated.
static constexpr size_t MaxNodes = 4000;
/// The most ways to divide the threads of a block into groups: each doubles the number of
/// questions.
static constexpr size_t MaxDifferent = 3;

NamedBarriers::NamedBarriers(const Kernel &K, const Launch &L) : K(K), Block(K, L) {
  if (llvm::none_of(K.Barriers, [](const Barrier &B) { return B.Named.has_value(); }) ||
      K.Nodes.size() > MaxNodes || K.Nodes.empty())
    return;
  const FlowPaths Paths(K);
  for (const Barrier &B : K.Barriers)
    if (B.Named)
      Sites.push_back(look(B, Paths));
}

/// The nodes that the thread may reach.
BitVector NamedBarriers::coming(unsigned Thread) const {
  BitVector Seen(K.Nodes.size());
  llvm::SmallVector<NodeId, 16> Work{0};
  while (!Work.empty()) {
    NodeId X = Work.pop_back_val();
    if (Seen.test(X))
      continue;
    Seen.set(X);
    for (const Edge &E : K.Nodes[X].Succs)
      if (!E.Cond || Block.valueFor(E.Cond, Thread).value_or(1))
        Work.push_back(E.To);
  }
  return Seen;
}

NamedBarriers::Site NamedBarriers::look(const Barrier &B, const FlowPaths &Paths) {
  Site S;
  S.Of = &B;
  const NamedBarrier &N = *B.Named;
  std::vector<const Edge *> Deciding;
  for (NodeId X : Paths.divergentBranches(B.Node)) {
    for (const Edge &E : K.Nodes[X].Succs)
      Deciding.push_back(&E);
    S.Returns |= llvm::any_of(K.Nodes, [&](const Node &N) {
      return llvm::any_of(N.Succs, [](const Edge &E) { return E.EarlyReturn; }) &&
             (N.Id == X || Paths.reaches(X, N.Id)) && !Paths.reaches(N.Id, B.Node);
    });
  }
  S.All = Deciding.empty();
  S.Known = Block.threads() && N.Number && (!N.Counts || N.Count);
  if (!Block.threads())
    return S;
  S.Comes.resize(Block.threads());
  S.Number.resize(Block.threads());
  S.Count.resize(Block.threads());
  S.Ways.resize(Block.threads());
  for (unsigned T = 0; T < Block.threads(); ++T) {
    std::vector<bool> &Ways = S.Ways[T];
    for (const Edge *E : Deciding) {
      std::optional<uint64_t> Taken = E->Cond ? Block.valueFor(E->Cond, T) : 1;
      S.Regular &= Taken.has_value();
      Ways.push_back(Taken.value_or(1));
    }
    auto [It, New] = Reached.try_emplace({B.Node, Ways});
    if (New)
      It->second = coming(T).test(B.Node);
    if (!It->second)
      continue;
    S.Comes.set(T);
    std::optional<uint64_t> Number, Count = Block.threads();
    if (N.Number)
      Number = Block.valueFor(N.Number, T);
    if (N.Counts)
      Count = N.Count ? Block.valueFor(N.Count, T) : std::nullopt;
    S.Known &= Number && Count;
    S.Number[T] = Number.value_or(0);
    S.Count[T] = Count.value_or(0);
  }
  return S;
}

/// The threads that may reach a barrier with this number anywhere.
BitVector NamedBarriers::comingTo(unsigned Number) const {
  BitVector All(Block.threads());
  for (const Site &S : Sites)
    for (unsigned T : S.Comes.set_bits())
      if (S.Number[T] == Number)
        All.set(T);
  return All;
}

/// Threads as a barrier counts them: whole warps (PTX ISA, "bar").
static unsigned asCounted(const BitVector &Threads) {
  unsigned Count = 0;
  for (unsigned T = 0; T < Threads.size(); T += WarpSize)
    if (Threads.find_first_in(T, std::min(T + WarpSize, Threads.size())) >= 0)
      Count += WarpSize;
  return Count;
}

/// Returns true if all threads that use the number, anywhere, wait there for each other.
bool NamedBarriers::isGroup(unsigned Number) const {
  if (Number >= BarrierNumbers)
    return false;
  const BitVector All = comingTo(Number);
  for (unsigned First = 0; First < Block.threads(); First += WarpSize) {
    const unsigned Last = std::min(First + WarpSize, Block.threads());
    const bool Comes = All.test(First);
    for (unsigned T = First; T < Last; ++T)
      if (All.test(T) != Comes)
        return false;
  }
  const bool OfBlock = Number == 0 && llvm::any_of(K.Barriers, [](const Barrier &B) {
                         return B.Kind == BarrierKind::Block;
                       });
  if (OfBlock && All.count() != Block.threads())
    return false;
  for (const Site &S : Sites) {
    const std::vector<bool> *Ways = nullptr;
    unsigned Here = 0;
    for (unsigned T : S.Comes.set_bits()) {
      if (S.Number[T] != Number)
        continue;
      ++Here;
      if (S.Of->Named->Arrives || llvm::alignTo<WarpSize>(S.Count[T]) != asCounted(All) ||
          (Ways && *Ways != S.Ways[T]))
        return false;
      Ways = &S.Ways[T];
    }
    if (Here && Here != All.count())
      return false;
  }
  return true;
}

/// Returns true if all threads pass the barrier and it waits for all of them, for any block size.
bool NamedBarriers::isOfAnyBlock(const Site &S) const {
  const NamedBarrier &N = *S.Of->Named;
  const bool CountsAll = !N.Counts || (Block.isOneDimensional() && N.Count == K.Ctx->blockDim(0));
  return S.All && !N.Arrives && CountsAll && N.Number && N.Number->isConst() &&
         N.Number->value() < BarrierNumbers;
}

std::vector<std::vector<ThreadRange>> NamedBarriers::groupsOf(BarrierId B) const {
  auto It = llvm::find_if(Sites, [&](const Site &S) { return S.Of->Id == B; });
  if (It == Sites.end())
    return {};
  if (!Block.threads()) {
    auto Apart = [&](const Site &S) {
      return isOfAnyBlock(S) || (S.Of->Named->Number && S.Of->Named->Number->isConst() &&
                                 S.Of->Named->Number != It->Of->Named->Number);
    };
    if (isOfAnyBlock(*It) && llvm::all_of(Sites, Apart))
      return {{{0, 1024}}};
    return {};
  }
  if (!It->Regular || !llvm::all_of(Sites, [](const Site &S) { return S.Known && S.Regular; }))
    return {};
  std::map<unsigned, std::vector<ThreadRange>> ByNumber;
  for (unsigned T : It->Comes.set_bits()) {
    std::vector<ThreadRange> &Ranges = ByNumber[It->Number[T]];
    if (!Ranges.empty() && Ranges.back().Last == T)
      ++Ranges.back().Last;
    else
      Ranges.push_back({T, T + 1});
  }
  std::vector<std::vector<ThreadRange>> Groups;
  for (auto &[Number, Ranges] : ByNumber) {
    if (!isGroup(Number))
      return {};
    Groups.push_back(std::move(Ranges));
  }
  return Groups;
}

/// Adds the faults in a barrier's number or count that do not depend on which threads come.
void NamedBarriers::addFaults(const Site &S, std::vector<NamedBarrierFault> &To) const {
  using Kind = NamedBarrierFault::Kind;
  auto Add = [&](Kind What, unsigned T) {
    NamedBarrierFault F;
    F.What = What;
    F.Barrier = S.Of->Id;
    F.Number = S.Number[T];
    F.Count = S.Count[T];
    F.Thread = T;
    To.push_back(F);
  };
  if (!S.Known)
    return;
  const NamedBarrier &N = *S.Of->Named;
  for (unsigned T : S.Comes.set_bits()) {
    if (S.Number[T] >= BarrierNumbers)
      return Add(Kind::Number, T);
    if (N.Counts && (S.Count[T] % WarpSize || !S.Count[T]))
      return Add(Kind::Count, T);
  }
  if (!N.Aligned || !S.Regular || S.Returns)
    return;
  for (unsigned T : S.Comes.set_bits())
    for (unsigned O = T / WarpSize * WarpSize, End = std::min(O + WarpSize, Block.threads());
         O < End; ++O)
      if (!S.Comes.test(O)) {
        Add(Kind::PartWarp, T);
        To.back().Other = O;
        return;
      }
}

std::vector<NamedBarrierFault> NamedBarriers::faults() const {
  using Kind = NamedBarrierFault::Kind;
  std::vector<NamedBarrierFault> All;
  for (const Site &S : Sites)
    addFaults(S, All);
  if (!llvm::all_of(Sites, [](const Site &S) { return S.Known; }) || !All.empty())
    return All;
  for (const Site &S : Sites) {
    for (unsigned T : S.Comes.set_bits()) {
      NamedBarrierFault F;
      F.Barrier = S.Of->Id;
      F.Number = S.Number[T];
      F.Count = S.Count[T];
      F.Thread = T;
      F.Coming = asCounted(comingTo(F.Number));
      bool Waits = F.Number == 0 && llvm::any_of(K.Barriers, [](const Barrier &B) {
                     return B.Kind == BarrierKind::Block;
                   });
      bool Arrives = false;
      for (const Site &O : Sites)
        for (unsigned U : O.Comes.set_bits())
          if (O.Number[U] == F.Number)
            (O.Of->Named->Arrives ? Arrives : Waits) = true;
      if (!Waits) {
        F.What = Kind::Unpaired;
        All.push_back(F);
        break;
      }
      // A thread that only arrives may do so more than once, and a barrier without a count may not
      // wait for threads that have returned.
      const bool Left = !S.Of->Named->Counts && S.Returns;
      if (!Arrives && !Left && llvm::alignTo<WarpSize>(F.Count) > F.Coming && F.Number != 0) {
        F.What = Kind::TooMany;
        All.push_back(F);
        break;
      }
    }
  }
  return All;
}

/// Returns true if some threads of the group belong to the other one, and some do not.
static bool parts(const std::vector<ThreadRange> &Group, const std::vector<ThreadRange> &Other) {
  auto Comes = [](const std::vector<ThreadRange> &In, unsigned T) {
    return llvm::any_of(In, [&](ThreadRange R) { return R.First <= T && T < R.Last; });
  };
  bool Both = false, One = false;
  for (ThreadRange R : Group)
    for (unsigned T = R.First; T < R.Last; ++T)
      (Comes(Other, T) ? Both : One) = true;
  return Both && One;
}

/// Returns true if a group of one division overlaps a group of the other and neither contains the
/// other: a third thread may then order two threads that never meet.
static bool cross(const std::vector<std::vector<ThreadRange>> &A,
                  const std::vector<std::vector<ThreadRange>> &B) {
  return llvm::any_of(A, [&](const auto &G) {
    return llvm::any_of(B, [&](const auto &H) { return parts(G, H) && parts(H, G); });
  });
}

bool analysis::resolveNamedBarriers(const Kernel &K, const Launch &L,
                                    llvm::function_ref<Kernel &()> Own) {
  const NamedBarriers Known(K, L);
  std::vector<std::pair<BarrierId, std::vector<std::vector<ThreadRange>>>> Found;
  for (const Barrier &B : K.Barriers)
    if (B.Kind == BarrierKind::Other && B.Named)
      if (auto Groups = Known.groupsOf(B.Id); !Groups.empty())
        Found.push_back({B.Id, std::move(Groups)});
  if (Found.empty())
    return false;
  Kernel &V = Own();
  const ThreadRange All{0, Known.block().threads() ? Known.block().threads() : 1024};
  std::vector<std::vector<std::vector<ThreadRange>>> Different;
  for (auto &[Id, Groups] : Found) {
    Barrier &B = V.Barriers[Id];
    const bool Whole = Groups.size() == 1 && Groups[0] == std::vector{All};
    if (!Whole && !llvm::is_contained(Different, Groups)) {
      auto Crosses = [&Groups = Groups](const auto &D) { return cross(D, Groups); };
      if (Different.size() == MaxDifferent || llvm::any_of(Different, Crosses))
        continue;
      Different.push_back(Groups);
    }
    B.Kind = Whole ? BarrierKind::Block : BarrierKind::Group;
    if (!Whole)
      B.Groups = std::move(Groups);
    llvm::erase_if(V.Gaps, [Id = Id](const ModelGap &G) { return G.Barrier == Id; });
  }
  return true;
}
