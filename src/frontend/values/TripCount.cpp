// SPDX-License-Identifier: Apache-2.0
//
// The trip count of a loop, if a single exit decides.

#include "frontend/values/Recurrences.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

static constexpr uint64_t MaxSimulated = 4096;

/// A trip count that is a larger term gets a symbol: consecutive loops that each start where the
/// last one ended would multiply its size.
static constexpr unsigned MaxTripWeight = 200;

using Range = std::optional<std::pair<int64_t, int64_t>>;

/// blockDim.x * gridDim.x is below 2^31, a bound of the launch model.
static bool isGridSize(const ExprContext &Ctx, Expr E) {
  if (E->width() < 32 || E->arg(0)->op() != Op::Apply || E->arg(1)->op() != Op::Apply)
    return false;
  const Symbol &A = Ctx.symbol(E->arg(0)->symbol()), &B = Ctx.symbol(E->arg(1)->symbol());
  return A.Index == B.Index && ((A.Kind == SymbolKind::BlockDim && B.Kind == SymbolKind::GridDim) ||
                                (A.Kind == SymbolKind::GridDim && B.Kind == SymbolKind::BlockDim));
}

std::optional<std::pair<int64_t, int64_t>> frontend::signedRange(const ExprContext &Ctx, Expr E,
                                                                 bool WideGrid, unsigned Depth) {
  if (E->isConst())
    return std::pair(E->signedValue(), E->signedValue());
  if (Depth > 12)
    return std::nullopt;
  auto Arg = [&](unsigned I) { return signedRange(Ctx, E->arg(I), WideGrid, Depth + 1); };
  int64_t Max = int64_t(maskTrailingOnes<uint64_t>(E->width() - 1));
  auto Fit = [&](int64_t Lo, int64_t Hi) -> Range {
    return Lo >= -Max - 1 && Hi <= Max ? Range(std::pair(Lo, Hi)) : std::nullopt;
  };
  switch (E->op()) {
  case Op::Apply: {
    const Symbol &S = Ctx.symbol(E->symbol());
    return S.Lo != INT64_MIN && S.Hi != INT64_MAX ? Fit(S.Lo, S.Hi) : std::nullopt;
  }
  case Op::ZExt: {
    Range A = Arg(0);
    if (A && A->first >= 0)
      return A;
    return std::pair(int64_t(0), int64_t(maskTrailingOnes<uint64_t>(E->arg(0)->width())));
  }
  case Op::SExt:
    return Arg(0);
  case Op::UDiv:
  case Op::LShr: {
    Range A = Arg(0);
    if (A && A->first >= 0)
      return std::pair(int64_t(0), A->second);
    if (E->op() == Op::UDiv && E->arg(1)->isConst() && E->arg(1)->value() >= 2)
      return std::pair(int64_t(0), Max);
    return std::nullopt;
  }
  case Op::SDiv:
  case Op::AShr: {
    Range A = Arg(0);
    bool Shrinks = E->op() == Op::AShr || (E->arg(1)->isConst() && E->arg(1)->signedValue() > 0);
    return A && A->first >= 0 && Shrinks ? Range(std::pair(int64_t(0), A->second)) : std::nullopt;
  }
  case Op::Shl: {
    Range A = Arg(0);
    return A && A->first >= 0 && (E->flags() & NSW) ? Range(std::pair(A->first, Max))
                                                    : std::nullopt;
  }
  case Op::URem:
    if (E->arg(1)->isConst() && E->arg(1)->signedValue() > 0)
      return std::pair(int64_t(0), E->arg(1)->signedValue() - 1);
    return std::nullopt;
  case Op::Add: {
    Range A = Arg(0), B = Arg(1);
    int64_t Lo, Hi;
    if (!A || !B || AddOverflow(A->first, B->first, Lo) || AddOverflow(A->second, B->second, Hi))
      return std::nullopt;
    return Fit(Lo, Hi);
  }
  case Op::Mul: {
    if (!WideGrid && isGridSize(Ctx, E))
      return std::pair(int64_t(1), int64_t(INT32_MAX));
    Range A = Arg(0), B = Arg(1);
    int64_t Hi;
    if (!A || !B || A->first < 0 || B->first < 0 || MulOverflow(A->second, B->second, Hi))
      return std::nullopt;
    return Fit(A->first * B->first, Hi);
  }
  case Op::Ite: {
    Range A = Arg(1), B = Arg(2);
    if (!A || !B)
      return std::nullopt;
    return std::pair(std::min(A->first, B->first), std::max(A->second, B->second));
  }
  default:
    return std::nullopt;
  }
}

std::optional<bool> Recurrences::isPositive(Expr E) {
  auto R = signedRange(Ctx, E, V.WideGrid);
  if (!R)
    return std::nullopt;
  if (R->first > 0)
    return true;
  if (R->second < 0)
    return false;
  return std::nullopt;
}

std::optional<std::pair<Expr, Expr>> Recurrences::linear(Expr E, unsigned Depth) {
  Expr Zero = Ctx.constant(0, E->width());
  if (E == Counter)
    return std::pair(Zero, Ctx.constant(1, E->width()));
  if (invariant(E))
    return std::pair(E, Zero);
  if (Depth > 12)
    return std::nullopt;
  switch (E->op()) {
  case Op::Add:
  case Op::Sub: {
    auto A = linear(E->arg(0), Depth + 1), B = linear(E->arg(1), Depth + 1);
    if (!A || !B)
      return std::nullopt;
    return std::pair(Ctx.binary(E->op(), A->first, B->first, E->flags() & NSW),
                     Ctx.binary(E->op(), A->second, B->second, E->flags() & NSW));
  }
  case Op::Mul:
    for (unsigned I : {0, 1})
      if (invariant(E->arg(1 - I)))
        if (auto A = linear(E->arg(I), Depth + 1))
          return std::pair(Ctx.mul(A->first, E->arg(1 - I), E->flags() & NSW),
                           Ctx.mul(A->second, E->arg(1 - I), E->flags() & NSW));
    return std::nullopt;
  case Op::SExt:
  case Op::ZExt: {
    Expr X = E->arg(0);
    bool Counts = X == Counter, NoWrap = X->flags() & (E->op() == Op::SExt ? NSW : NUW);
    if (!Counts && !NoWrap)
      return std::nullopt;
    auto A = linear(X, Depth + 1);
    if (!A)
      return std::nullopt;
    auto Wide = [&](Expr Y) {
      return E->op() == Op::SExt ? Ctx.sext(Y, E->width()) : Ctx.zext(Y, E->width());
    };
    return std::pair(Wide(A->first), Wide(A->second));
  }
  default:
    return std::nullopt;
  }
}

/// The number of iterations k = 0, 1, ... in which A(k) < B(k) (or <=) holds, up to the first that
/// fails.
Expr Recurrences::countedTrip(Expr A, Expr B, bool Strict, bool Signed) {
  auto LA = linear(A), LB = linear(B);
  if (!LA || !LB)
    return Expr();
  auto IsZero = [](Expr E) { return E->isConst() && E->value() == 0; };
  Expr Step;
  if (IsZero(LB->second) && isPositive(LA->second) == true)
    Step = LA->second;
  else if (IsZero(LA->second) && isPositive(LB->second) == false)
    Step = Ctx.sub(Ctx.constant(0, A->width()), LB->second);
  else
    return Expr();
  Expr Lo = LA->first, Hi = LB->first;
  Expr Runs = Signed ? (Strict ? Ctx.slt(Lo, Hi) : Ctx.sle(Lo, Hi))
                     : (Strict ? Ctx.ult(Lo, Hi) : Ctx.ule(Lo, Hi));
  unsigned W = A->width();
  Expr One = Ctx.constant(1, W), Gap = Ctx.sub(Hi, Lo);
  Expr Count = Strict ? Ctx.add(Ctx.binary(Op::UDiv, Ctx.sub(Gap, One), Step), One)
                      : Ctx.add(Ctx.binary(Op::UDiv, Gap, Step), One);
  if (Step->isConst() && Step->value() == 1 && Strict)
    Count = Gap;
  Expr Trip = Ctx.ite(Runs, Count, Ctx.constant(0, W));
  return W > 32 ? Ctx.trunc(Trip, 32) : Ctx.zext(Trip, 32);
}

/// Executes loops over constants.
std::optional<uint64_t> Recurrences::simulatedTrip(Expr Stay) {
  bool Only = true;
  ExprContext::visit(Stay, [&](Expr N) { Only &= N->op() != Op::Apply || N == Counter; });
  if (!Only)
    return std::nullopt;
  for (uint64_t K = 0; K <= MaxSimulated; ++K) {
    auto Holds = Ctx.evaluate(Stay, [&](Expr, ArrayRef<uint64_t>) { return std::optional(K); });
    if (!Holds)
      return std::nullopt;
    if (!*Holds)
      return K;
  }
  return std::nullopt;
}

Expr Recurrences::tripOf(Expr Stay) {
  if (auto K = simulatedTrip(Stay))
    return Ctx.constant(*K, 32);
  switch (Stay->op()) {
  case Op::Slt:
  case Op::Sle:
    return countedTrip(Stay->arg(0), Stay->arg(1), Stay->op() == Op::Slt, true);
  case Op::Ult:
  case Op::Ule:
    return countedTrip(Stay->arg(0), Stay->arg(1), Stay->op() == Op::Ult, false);
  default:
    return Expr();
  }
}

/// The condition that the loop goes on after the exiting block, as a term over the counter.
Expr Recurrences::stayCondition(const BasicBlock *Exiting) {
  SmallVector<Expr, 2> Stay;
  for (const BasicBlock *S : successors(Exiting))
    if (L.contains(S))
      Stay.push_back(V.edge(Exiting, S));
  return Ctx.lor(Stay);
}

/// Returns true if the term contains no memory contents, nothing that is not modelled, and no last
/// turn of another loop, which differs between turns of this loop.
static bool isArithmetic(const ExprContext &Ctx, Expr Of) {
  return ExprContext::all(Of, [&](Expr N) {
    if (N->op() != Op::Apply)
      return true;
    SymbolKind Kind = Ctx.symbol(N->symbol()).Kind;
    return Kind != SymbolKind::Load && Kind != SymbolKind::Opaque && Kind != SymbolKind::Exit;
  });
}

/// A thread in the loop behind the exiting block did not leave there in the first iteration.
void Recurrences::findEntryFact(Expr Stay, const BasicBlock *Exiting) {
  const BasicBlock *Behind = nullptr;
  for (const BasicBlock *S : successors(Exiting))
    if (L.contains(S)) {
      if (Behind || !S->getSinglePredecessor())
        return;
      Behind = S;
    }
  auto AtStart = [&](Expr E) { return E == Counter ? Ctx.constant(0, E->width()) : Expr(); };
  Expr First = Ctx.replace(Stay, AtStart);
  for (const Phi &P : Phis)
    if (P.IsVariable && !P.Solution) {
      Expr Self = Ctx.replace(P.Self, AtStart);
      First = Ctx.replace(First, [&](Expr E) { return E == Self ? P.Init : Expr(); });
    }
  if (!Behind || First->isTrue() || !isArithmetic(Ctx, First))
    return;
  State.EntryFact = First;
  State.EntryBlock = Behind;
}

/// The loop went on after the iteration before the last, and not after the last one.
void Recurrences::findExitFact(Expr Stay) {
  const BasicBlock *Exit = L.getUniqueExitBlock();
  if (!isArithmetic(Ctx, Stay) || !Exit || Stay->isConst())
    return;
  auto At = [&](Expr Value) {
    return Ctx.replace(Stay, [&](Expr E) { return E == Counter ? Value : Expr(); });
  };
  Expr Last = Ctx.apply(State.Exit, V.counters(L.getParentLoop()));
  Expr First = Ctx.eq(Last, Ctx.constant(0, 32));
  Expr WentOn = At(Ctx.sub(Last, Ctx.constant(1, 32), NSW));
  State.ExitFact = Ctx.land(Ctx.lnot(At(Last)), Ctx.lor(First, WentOn));
  State.ExitBlock = Exit;
}

/// A variable that doubles until it meets a bound does so at most as often as it fits under the
/// largest bound; like any variable that ends its loop, it is assumed not to wrap.
void Recurrences::boundDoubling(Expr Stay) {
  bool Signed = Stay->op() == Op::Slt || Stay->op() == Op::Sle;
  bool Strict = Stay->op() == Op::Slt || Stay->op() == Op::Ult;
  if (!Signed && !Strict && Stay->op() != Op::Ule)
    return;
  Expr Grows = Stay->arg(0), Bound = Stay->arg(1);
  bool Constant = true;
  ExprContext::visit(Grows, [&](Expr N) { Constant &= N->op() != Op::Apply || N == Counter; });
  if (!Constant || !invariant(Bound))
    return;
  unsigned W = Grows->width();
  Range R = signedRange(Ctx, Bound, V.WideGrid);
  bool Known = R && (Signed || R->first >= 0);
  if (!Known && !Signed && V.WideGrid)
    return;
  int64_t Most = Known ? R->second : maxIntN(W), Last = -1;
  for (uint64_t K = 0; K <= W; ++K) {
    auto Now = Ctx.evaluate(Grows, [&](Expr, ArrayRef<uint64_t>) { return std::optional(K); });
    if (!Now)
      return;
    int64_t Value = SignExtend64(*Now, W);
    if (Value > Last && (Strict ? Value < Most : Value <= Most)) {
      Last = Value;
      continue;
    }
    if (K == 0 && Value < 0)
      return;
    for (SymbolId S : {State.Counter, State.Exit})
      Ctx.symbol(S).Hi = std::min(Ctx.symbol(S).Hi, int64_t(K) + (S == State.Exit));
    return;
  }
}

void Recurrences::findTripCount() {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  erase_if(Exiting, [&](BasicBlock *B) {
    return all_of(successors(B),
                  [&](BasicBlock *S) { return L.contains(S) || V.flow().isDead(S); });
  });
  const BasicBlock *Latch = L.getLoopLatch();
  if (Exiting.size() != 1 || !Latch || !V.DT.dominates(Exiting[0], Latch) ||
      V.LI.getLoopFor(Exiting[0]) != &L)
    return;
  Expr Stay = stayCondition(Exiting[0]);
  Expr T = tripOf(Stay);
  if (!T || V.tooLarge(T, MaxTripWeight)) {
    boundDoubling(Stay);
    findEntryFact(Stay, Exiting[0]);
    return findExitFact(Stay);
  }
  if (State.Kind == LoopKind::Unknown || !T->isConst())
    State.Kind = LoopKind::Affine;
  // The counter when the exit is taken; a do-while loop has made one more iteration.
  bool AtEnd = Exiting[0] == Latch && Exiting[0] != L.getHeader();
  State.ExitValue = T;
  State.TripCount = AtEnd ? Ctx.add(T, Ctx.constant(1, 32), NSW) : T;
  // Doubling may wrap to a value for which the loop goes on, but only after the exit.
  if (T->isConst())
    for (SymbolId S : {State.Counter, State.Exit})
      Ctx.symbol(S).Hi = std::min(Ctx.symbol(S).Hi, T->signedValue());
}
