// SPDX-License-Identifier: Apache-2.0
//
// Two lanes of one warp: which barriers for some lanes order them.

#include "analysis/question/RaceFinder.h"
#include "model/Convention.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using llvm::SmallVector;

/// Returns true if only host code knows which lanes the barrier names; mostly those that reach it.
static bool isMaskOpen(const Kernel &K, const Barrier &B) {
  bool Open = namesSomeLanes(K, B) && !B.Mask->isConst();
  if (Open)
    ExprContext::visit(B.Mask, [&](Expr N) {
      Open &= N->op() != Op::Apply || K.Ctx->symbol(N->symbol()).Kind != SymbolKind::ThreadIdx;
    });
  return Open;
}

/// Asks about lanes in one tile of `Tile` lanes but in no common tile of `Smaller` lanes (0: any
/// two lanes), because barriers of smaller tiles do not order them. `Set` contains the barriers for
/// some lanes that name both.
void RaceFinder::askTile(unsigned Tile, unsigned Smaller, const BarrierSet &Set) {
  TwoThreads &T = threads(Scope::SameWarp);
  auto SameTile = [&](unsigned Size) {
    Expr Lanes = C.constant(Size, 32);
    return C.eq(C.binary(Op::UDiv, T.linear(0), Lanes), C.binary(Op::UDiv, T.linear(1), Lanes));
  };
  size_t Before = TileConstraints.size();
  if (Tile < 32)
    TileConstraints.push_back(SameTile(Tile));
  if (Smaller)
    TileConstraints.push_back(C.lnot(SameTile(Smaller)));
  OpenMask = llvm::any_of(K.Barriers, [&](const Barrier &B) {
    return Set.On[B.Id] && !Set.NamesBoth[B.Id] && isMaskOpen(K, B);
  });
  auto Phases = phases(Set, PhaseLevel::Warp, Tile);
  forPairs(Phases, true, std::nullopt, [&](const Place &A, const Place &B) {
    PairKey Key(std::min(A.What->Id, B.What->Id), std::max(A.What->Id, B.What->Id));
    if (!NeedWarp.contains(Key) || isSettled(Key))
      return;
    if (Result.AssumedLockstep)
      return;
    RaceAnswer R = ask(A, B, Scope::SameWarp);
    if (std::holds_alternative<Unsatisfiable>(R.Answer))
      ++Result.PairsProved;
    else if (L.Lockstep)
      Result.AssumedLockstep = true;
    else
      recordInWarp(A, B, std::move(R));
  });
  TileConstraints.truncate(Before);
  OpenMask = false;
}

/// Returns true if the threads of the witness are lanes of one warp.
static bool isOfOneWarp(const Witness &W) {
  std::set<uint64_t> Warps;
  for (const Witness::Thread &T : W.Threads)
    Warps.insert((T.Thread[0] + W.BlockDim[0] * (T.Thread[1] + W.BlockDim[1] * T.Thread[2])) / 32);
  return Warps.size() == 1;
}

/// If the race of two warps and the race within one warp each need an unusual block, every
/// customary block may exclude one of them but none both. In that case, asks about any two threads
/// of the block.
void RaceFinder::recordInWarp(const Place &A, const Place &B, RaceAnswer R) {
  auto NeedsBlock = [](const RaceAnswer &X) {
    return std::holds_alternative<Satisfiable>(X.Answer) && !X.SameValue &&
           X.How == Confidence::Possible && llvm::any_of(X.Premises, [](const Premise &P) {
             return P.Of == Convention::CustomaryBlocks;
           });
  };
  auto Warps = Best.find({std::min(R.A, R.B), std::max(R.A, R.B)});
  if (Warps == Best.end() || !Warps->second.Race || !NeedsBlock(R) ||
      !NeedsBlock(*Warps->second.Race))
    return record(std::move(R));
  RaceAnswer &Kept = *Warps->second.Race;
  if (llvm::none_of(K.Barriers, [](const Barrier &X) { return X.Kind == BarrierKind::Warp; })) {
    RaceAnswer Both = ask(A, B, Scope::SameBlock);
    if (!std::holds_alternative<Unsatisfiable>(Both.Answer)) {
      Both.Where = isOfOneWarp(Both.Example) ? Scope::SameWarp : Scope::OtherWarp;
      return record(std::move(Both));
    }
  }
  for (Premise &P : R.Premises)
    if (!llvm::is_contained(Kept.Premises, P))
      Kept.need(std::move(P));
}

/// 1 bit: each of the two lanes names both in the mask of the barrier.
Expr RaceFinder::namesBoth(const Barrier &B) {
  TwoThreads &T = threads(Scope::SameWarp);
  SmallVector<Expr, 4> All;
  for (unsigned I = 0; I < 2; ++I)
    for (unsigned J = 0; J < 2; ++J) {
      Expr Lane = C.binary(Op::URem, T.linear(J), C.constant(32, 32));
      Expr Bit = C.binary(Op::LShr, C.trunc(T.of(B.Mask, I), 32), Lane);
      All.push_back(C.trunc(Bit, 1));
    }
  return C.land(All);
}

/// Asks each combination of whether the barriers for some lanes name both of the two lanes.
void RaceFinder::askWarp() {
  if (NeedWarp.empty() || !Opts.WithinWarps)
    return;
  std::set<unsigned> Tiles{32};
  // Barriers with one mask name the same lanes.
  SmallVector<SmallVector<BarrierId, 4>, 4> Partial;
  for (const Barrier &B : K.Barriers) {
    if (B.Kind == BarrierKind::Warp && B.TileSize > 1)
      Tiles.insert(B.TileSize);
    if (!namesSomeLanes(K, B) || !knowsLanes(K, B) || !Barriers.On[B.Id])
      continue;
    auto Same = llvm::find_if(
        Partial, [&](const auto &Group) { return K.Barriers[Group.front()].Mask == B.Mask; });
    if (Same == Partial.end())
      Partial.push_back({B.Id});
    else
      Same->push_back(B.Id);
  }
  constexpr unsigned MaxPartial = 4; // further ones order nothing
  if (Partial.size() > MaxPartial)
    Partial.truncate(MaxPartial);
  for (unsigned Chosen = 0; Chosen < 1u << Partial.size(); ++Chosen) {
    BarrierSet Set = Now;
    TileConstraints.clear();
    for (unsigned I = 0; I < Partial.size(); ++I) {
      bool Both = Chosen >> I & 1;
      Expr Named = namesBoth(K.Barriers[Partial[I].front()]);
      TileConstraints.push_back(Both ? Named : C.lnot(Named));
      if (Both)
        for (BarrierId B : Partial[I])
          Set.NamesBoth.set(B);
    }
    unsigned Smaller = 0;
    for (unsigned Tile : Tiles) {
      askTile(Tile, Smaller, Set);
      Smaller = Tile;
    }
  }
  TileConstraints.clear();
}
