// SPDX-License-Identifier: Apache-2.0
//
// The walk over a term, symbols, choices and selections; LaneOperators.cpp has the operators.

#include "analysis/footprint/LaneValues.h"
#include "analysis/question/Support.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

static constexpr unsigned MaxCases = 128;
/// Turns of a loop that halves or doubles its counter, if the trip count is not known: blocks have
/// at most 1024 threads.
static constexpr unsigned MaxGeometric = 10;

LaneValues::LaneValues(const Kernel &K, const LaunchConstants &Known, const WarpShape &Shape,
                       unsigned Warp, LaneTerms &T, bool Steady)
    : K(K), C(*K.Ctx), Known(Known), Shape(Shape), Warp(Warp), T(T), Steady(Steady) {}

void LaneValues::forgetCase() {
  for (Expr E : ChosenDone) {
    auto It = Done.find(E);
    Unused.push_back(It->second);
    Done.erase(It);
  }
  ChosenDone.clear();
  Forks.clear();
}

void LaneValues::restart() {
  forgetCase();
  Choices.clear();
  Assumed = Truncated = false;
  Cases = 0;
}

bool LaneValues::nextCase() {
  forgetCase();
  while (!Choices.empty() && ++Choices.back().Now == Choices.back().Count)
    Choices.pop_back();
  if (Choices.empty())
    return false;
  Truncated |= ++Cases >= MaxCases;
  return !Truncated;
}

unsigned LaneValues::choose(ChoiceKind Kind, LaneForm About, int64_t Of, unsigned Count) {
  Touched = true;
  for (const Choice &X : Choices)
    if (X.Kind == Kind && X.About == About && X.Of == Of)
      return X.Now;
  Choices.push_back({Kind, About, Of, Count});
  return 0;
}

/// Chooses the arm that the lanes take if a condition is not known.
unsigned LaneValues::fork(LaneForm About) {
  unsigned Arm = choose(ChoiceKind::Fork, About, 0, 2);
  if (!llvm::is_contained(Forks, std::pair(About, Arm)))
    Forks.push_back({About, Arm});
  return Arm;
}

/// Computes the value of a term whose operands are done.
void LaneValues::finish(Expr N) {
  Value &V = Unused.empty() ? Values.emplace_back() : *Unused.back();
  if (!Unused.empty())
    Unused.pop_back();
  V.Chosen = V.Assumed = false;
  Touched = NowAssumed = false;
  for (Expr A : N->args()) {
    V.Chosen |= Done[A]->Chosen;
    V.Assumed |= Done[A]->Assumed;
  }
  compute(N, V);
  V.Chosen |= Touched;
  V.Assumed |= NowAssumed;
  Done[N] = &V;
  if (!V.Chosen)
    return;
  ChosenDone.push_back(N);
  ++Work;
}

const LaneForms &LaneValues::of(Expr E) {
  auto Take = [&](const Value &V) -> const LaneForms & {
    Assumed |= V.Assumed;
    return V.Lanes;
  };
  if (auto It = Done.find(E); It != Done.end())
    return Take(*It->second);
  llvm::SmallVector<Expr, 32> Work{E};
  while (!Work.empty()) {
    Expr N = Work.back();
    size_t Before = Work.size();
    if (!Done.contains(N))
      llvm::copy_if(N->args(), std::back_inserter(Work), [&](Expr A) { return !Done.contains(A); });
    if (Work.size() > Before)
      continue;
    Work.pop_back();
    if (!Done.contains(N))
      finish(N);
  }
  return Take(*Done[E]);
}

uint32_t LaneValues::mayHold(Expr Cond) {
  const LaneForms &F = of(Cond);
  uint32_t Mask = 0;
  for (unsigned L = 0; L < Shape.lanes(Warp); ++L)
    if (!F[L].isConst() || F[L].K)
      Mask |= 1u << L;
  return Mask;
}

uint32_t LaneValues::holds(Expr Cond) {
  const LaneForms &F = of(Cond);
  uint32_t Mask = 0;
  for (unsigned L = 0; L < Shape.lanes(Warp); ++L)
    if (F[L].isConst() && F[L].K)
      Mask |= 1u << L;
  return Mask;
}

void LaneValues::compute(Expr E, Value &V) {
  if (E->isConst()) {
    V.Lanes.fill({0, E->width() == 1 ? int64_t(E->value()) : E->signedValue()});
    return;
  }
  if (E->op() == Op::Apply)
    return computeApply(E, V);
  if (E->op() == Op::Ite)
    return computeSelect(E, V);
  llvm::SmallVector<const LaneForms *, 4> Args;
  bool Shared = true;
  for (Expr A : E->args()) {
    Args.push_back(&Done[A]->Lanes);
    Shared &= llvm::all_equal(*Args.back());
  }
  // A dividend that is consecutive in the lanes usually stays within one row.
  std::optional<LaneForm> RowStart;
  bool Row = !Shared && llvm::all_of(*Args[0], [&](LaneForm F) {
    return F.Part == (*Args[0])[0].Part && std::abs(F.K - (*Args[0])[0].K) < 2 * int(WarpSize);
  });
  if (Row)
    RowStart = *llvm::min_element(*Args[0]);
  llvm::SmallVector<LaneForm, 4> Lane(Args.size());
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (L && Shared) {
      V.Lanes[L] = V.Lanes[0];
      continue;
    }
    for (auto [To, From] : llvm::zip(Lane, Args))
      To = (*From)[L];
    V.Lanes[L] = computeLane(E, Lane, Shared, RowStart);
  }
}

smt::Interval LaneValues::boundsOf(const Symbol &S, SymbolId Id) const {
  smt::Interval I;
  if (S.Lo != INT64_MIN)
    I.Lo = S.Lo;
  else if (!S.Signed)
    I.Lo = 0;
  if (S.Hi != INT64_MAX)
    I.Hi = S.Hi;
  if (auto Least = Known.atLeast(Id); Least && *Least > I.Lo)
    I.Lo = *Least;
  if (S.Kind == SymbolKind::BlockIdx)
    if (auto Grid = Known.grid(S.Index))
      I.Hi = int64_t(*Grid) - 1;
  if (S.Kind == SymbolKind::Counter) {
    I.Lo = std::max<smt::Wide>(I.Lo, 0);
    if (Expr Trip = K.Loops[S.Index].TripCount; Trip && Trip->isConst())
      I.Hi = std::max<smt::Wide>(0, smt::Wide(Trip->value()) - 1);
  }
  return I;
}

unsigned LaneValues::iterations(const Loop &L) const {
  if (!L.TripCount || !L.TripCount->isConst())
    return MaxGeometric;
  return std::clamp<uint64_t>(L.TripCount->value(), 1, 32);
}

LaneForm LaneValues::symbolAtom(Expr E, llvm::ArrayRef<LaneForm> Args, bool Shared, unsigned Lane) {
  const Symbol &S = C.symbol(E->symbol());
  const Array *From = loadedFrom(K, S);
  bool Local = From && From->Where == Space::Local;
  // Lanes that read the same place of shared or global memory get the same value.
  bool OneValue = S.Kind == SymbolKind::Counter ||
                  (S.Kind == SymbolKind::Load && !Local && (Steady || S.ReadOnly)) ||
                  S.Level != Uniformity::Thread;
  AtomKind Kind = OneValue && Shared ? AtomKind::Uniform : AtomKind::Data;
  llvm::SmallVector<LaneForm, 4> Key(Args);
  if (!OneValue)
    Key.push_back({0, int64_t(Warp) * WarpSize + Lane});
  uint64_t Tag = uint64_t(E->symbol()) << 8 | uint64_t(Op::Apply);
  return T.atom(Tag, Key, Kind, E, boundsOf(S, E->symbol()));
}

void LaneValues::computeApply(Expr E, Value &V) {
  const Symbol &S = C.symbol(E->symbol());
  unsigned Last = Shape.lanes(Warp) - 1;
  if (S.Kind == SymbolKind::ThreadIdx) {
    for (unsigned L = 0; L < WarpSize; ++L)
      V.Lanes[L] = {0, Shape.index(Warp, std::min(L, Last), S.Index)};
    return;
  }
  if (S.Kind == SymbolKind::BlockDim) {
    V.Lanes.fill({0, Shape.Block[S.Index]});
    return;
  }
  if (auto Value = E->args().empty() ? Known.value(E->symbol()) : std::nullopt) {
    V.Lanes.fill({0, C.symbol(E->symbol()).Width == 64
                         ? int64_t(*Value)
                         : llvm::SignExtend64(*Value, std::max(2u, S.Width))});
    return;
  }
  if (S.Kind == SymbolKind::Counter && K.Loops[S.Index].Kind == LoopKind::Geometric) {
    unsigned N = iterations(K.Loops[S.Index]);
    V.Lanes.fill({0, choose(ChoiceKind::Iteration, {S.Index, 0}, 0, N)});
    return;
  }
  bool Shared = true;
  for (Expr A : E->args())
    Shared &= llvm::all_equal(Done[A]->Lanes);
  llvm::SmallVector<LaneForm, 4> Args(E->args().size());
  for (unsigned L = 0; L < WarpSize; ++L) {
    for (auto [To, A] : llvm::zip(Args, E->args()))
      To = Done[A]->Lanes[L];
    V.Lanes[L] = symbolAtom(E, Args, Shared, std::min(L, Last));
  }
}

void LaneValues::computeSelect(Expr E, Value &V) {
  const LaneForms &If = Done[E->arg(0)]->Lanes, &A = Done[E->arg(1)]->Lanes,
                  &B = Done[E->arg(2)]->Lanes;
  bool Shared = llvm::all_equal(If);
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (If[L].isConst() || A[L] == B[L]) {
      V.Lanes[L] = If[L].K || A[L] == B[L] ? A[L] : B[L];
      continue;
    }
    if (Shared) {
      V.Lanes[L] = fork(If[0]) ? B[L] : A[L];
      continue;
    }
    if (T.kind(If[L].Part) == AtomKind::Data) {
      V.Lanes[L] = unknown(E, {If[L], A[L], B[L]}, false);
      continue;
    }
    // A border condition: away from the border, the lanes take the arm whose values differ.
    NowAssumed = true;
    if (llvm::all_equal(A) != llvm::all_equal(B)) {
      V.Lanes[L] = llvm::all_equal(A) ? B[L] : A[L];
      continue;
    }
    V.Lanes[L] = fork({0, E->id()}) ? B[L] : A[L];
  }
}
