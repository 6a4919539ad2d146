// SPDX-License-Identifier: Apache-2.0
//
// Phis that go round: the stage of a ring of buffers, and the parity of how often it went round.

#include "frontend/values/Recurrences.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

/// The value of x, counted from 0, at which a choice first takes another branch than for smaller
/// values, with that branch: `x == c`, `x != c`, `x > c - 1`, `x + 1 > c`.
static std::optional<std::pair<uint64_t, Expr>> lastOf(ExprContext &C, Expr E, Expr X) {
  if (E->op() != Op::Ite)
    return std::nullopt;
  for (bool Is : {true, false}) {
    Expr Cond = Is ? E->arg(0) : C.lnot(E->arg(0));
    if (Cond->args().size() != 2)
      continue;
    Expr A = Cond->arg(0), B = Cond->arg(1);
    if (Cond->op() == Op::Eq && A != X)
      std::swap(A, B);
    if (Cond->op() == Op::Eq && A == X && B->isConst())
      return std::pair(B->value(), E->arg(Is ? 1 : 2));
    if ((Cond->op() != Op::Slt && Cond->op() != Op::Ult) || !A->isConst())
      continue;
    if (B == X)
      return std::pair(A->value() + 1, E->arg(Is ? 1 : 2));
    if (B == C.add(X, C.constant(1, X->width()), B->flags()))
      return std::pair(A->value(), E->arg(Is ? 1 : 2));
  }
  return std::nullopt;
}

/// The only remainder for which a condition on a remainder holds, and the remainder term.
static std::optional<std::pair<uint64_t, Expr>> onlyRemainder(ExprContext &C, Expr Cond) {
  Expr Ring;
  ExprContext::visit(Cond, [&](Expr E) {
    if (!Ring && E->op() == Op::URem && E->arg(0)->op() != Op::URem && E->arg(1)->isConst() &&
        E->arg(1)->value() <= MostStages &&
        !ExprContext::any(E->arg(0), [](Expr X) { return X->op() == Op::URem; }))
      Ring = E;
  });
  if (!Ring)
    return std::nullopt;
  std::optional<uint64_t> Only;
  for (uint64_t R = 0; R < Ring->arg(1)->value(); ++R) {
    llvm::DenseMap<Expr, Expr> Put{{Ring, C.constant(R, Ring->width())}};
    Expr Holds = C.rebuilt(Cond, Put);
    if (!Holds->isConst() || (Holds->value() && Only))
      return std::nullopt;
    if (Holds->value())
      Only = R;
  }
  return Only ? std::optional(std::pair(*Only, Ring)) : std::nullopt;
}

/// x = x + 1 == n ? 0 : x + 1, and x = (x + 1) % n, from a start below n: (start + k) % n.
Expr Recurrences::wrapping(const Phi &P) {
  Expr N = P.Next;
  const unsigned W = N->width();
  if (W < 32)
    return Expr();
  Expr Step = Ctx.constant(1, W);
  auto IsNext = [&](Expr E) { return E == Ctx.add(P.Self, Step, E->flags()); };
  uint64_t Count = 0;
  if ((N->op() == Op::URem || N->op() == Op::SRem) && N->arg(1)->isConst() && IsNext(N->arg(0))) {
    Count = N->arg(1)->value();
  } else if (auto Last = lastOf(Ctx, N, P.Self)) {
    Expr Else = Last->second == N->arg(1) ? N->arg(2) : N->arg(1);
    if (!Last->second->isConst() || Last->second->value() != 0 || !IsNext(Else))
      return Expr();
    Count = Last->first + 1;
  }
  auto Start = signedRange(Ctx, P.Init, V.WideGrid);
  if (Count < 2 || Count > MostStages || !Start || Start->first < 0 ||
      Start->second >= static_cast<int64_t>(Count))
    return Expr();
  return Ctx.binary(Op::URem, Ctx.add(P.Init, counter(W), NSW | NUW), Ctx.constant(Count, W));
}

/// if ((a + k) % n == c) x ^= b, also x = !x and x = 1 - x: flipped each time that was so.
Expr Recurrences::flipped(const Phi &P) {
  Expr N = P.Next;
  if (N->op() != Op::Ite || (N->arg(1) == P.Self) == (N->arg(2) == P.Self))
    return Expr();
  const bool Stays = N->arg(1) == P.Self;
  Expr Then = N->arg(Stays ? 2 : 1), Cond = Stays ? Ctx.lnot(N->arg(0)) : N->arg(0);
  const bool Flips =
      Then->op() == Op::Xor && ((Then->arg(0) == P.Self && invariant(Then->arg(1))) ||
                                (Then->arg(1) == P.Self && invariant(Then->arg(0))));
  const bool Minus = Then->op() == Op::Sub && Then->arg(1) == P.Self && invariant(Then->arg(0));
  auto At = Flips || Minus ? onlyRemainder(Ctx, Cond) : std::nullopt;
  if (!At)
    return Expr();
  const auto [Stage, Ring] = *At;
  const unsigned W = Ring->width();
  const uint64_t Count = Ring->arg(1)->value();
  Expr Turn = counter(W), First = Ctx.sub(Ring->arg(0), Turn);
  // The number of earlier turns at that stage: with m = n - 1 - c, (a + k + m) / n - (a + m) / n.
  if (W < 32 || Count < 2 || !First->isConst() || First->value() >= Count)
    return Expr();
  const uint64_t More = First->value() + Count - 1 - Stage;
  Expr Rounds =
      Ctx.binary(Op::UDiv, Ctx.add(Turn, Ctx.constant(More, W), NSW | NUW), Ctx.constant(Count, W));
  Expr Odd = Ctx.eq(Ctx.binary(Op::And, Rounds, Ctx.constant(1, W)),
                    Ctx.constant(More / Count % 2 ? 0 : 1, W));
  Expr Other = Ctx.replace(Then, [&](Expr E) { return E == P.Self ? P.Init : Expr(); });
  return Ctx.ite(Odd, Other, P.Init);
}
