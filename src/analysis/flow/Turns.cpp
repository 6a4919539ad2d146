// SPDX-License-Identifier: Apache-2.0

#include "analysis/flow/Turns.h"
#include "llvm/Support/MathExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;

namespace {

/// A term as a multiple of the counter plus a part that does not depend on it.
struct Ramp {
  int64_t Step;
  Expr Rest;
};

class Turning {
public:
  Turning(ExprContext &C, Expr Counter, Expr Turns) : C(C), Counter(Counter), Turns(Turns) {}
  Expr all(Expr Cond);

private:
  bool changes(Expr E) const {
    return ExprContext::any(E, [&](Expr X) { return X == Counter; });
  }
  Expr at(Expr E, Expr Turn) {
    return C.replace(E, [&](Expr X) { return X == Counter ? Turn : Expr(); });
  }
  std::optional<Ramp> ramp(Expr E, bool Signed);
  Expr first(Expr Bound);

  ExprContext &C;
  const Expr Counter, Turns;
};

} // namespace

/// Accepts only sums that do not wrap: flagged so, or unsigned sums of small numbers.
std::optional<Ramp> Turning::ramp(Expr E, bool Signed) {
  if (!changes(E))
    return Ramp{0, E};
  const unsigned Width = E->width();
  // The counter is never negative.
  if (E == Counter || ((E->op() == Op::ZExt || E->op() == Op::SExt) && E->arg(0) == Counter))
    return Ramp{1, C.constant(0, Width)};
  if (E->op() == Op::SExt && Signed) {
    auto R = ramp(E->arg(0), true);
    return R ? std::optional(Ramp{R->Step, C.sext(R->Rest, Width)}) : std::nullopt;
  }
  if (E->op() != Op::Add && E->op() != Op::Sub && E->op() != Op::Mul)
    return std::nullopt;
  const ExprFlags Flag = Signed ? NSW : NUW;
  auto A = ramp(E->arg(0), Signed), B = ramp(E->arg(1), Signed);
  if (!A || !B)
    return std::nullopt;
  Ramp Is;
  if (E->op() != Op::Mul) {
    Is.Rest = C.binary(E->op(), A->Rest, B->Rest, Flag);
    if (E->op() == Op::Add ? llvm::AddOverflow(A->Step, B->Step, Is.Step)
                           : llvm::SubOverflow(A->Step, B->Step, Is.Step))
      return std::nullopt;
  } else {
    if (A->Step == 0)
      std::swap(A, B);
    if (B->Step != 0 || !B->Rest->isConst() ||
        llvm::MulOverflow(A->Step, B->Rest->signedValue(), Is.Step))
      return std::nullopt;
    Is.Rest = C.mul(A->Rest, B->Rest, Flag);
  }
  if (E->flags() & Flag)
    return Is;
  const uint64_t Most = llvm::maskTrailingOnes<uint64_t>(Width), Turn = INT32_MAX;
  const bool Small = !Signed && Is.Step >= 0 && Is.Rest->isConst() &&
                     Is.Rest->value() <= Most / 2 &&
                     uint64_t(Is.Step) <= (Most - Is.Rest->value()) / Turn;
  return Small ? std::optional(Is) : std::nullopt;
}

/// For a bound that holds in the first turns and never afterwards: the number of turns in which it
/// holds. Null: it is not such a bound.
Expr Turning::first(Expr Bound) {
  const Op O = Bound->op();
  if (O != Op::Slt && O != Op::Sle && O != Op::Ult && O != Op::Ule)
    return Expr();
  const bool Signed = O == Op::Slt || O == Op::Sle;
  auto Low = ramp(Bound->arg(0), Signed), High = ramp(Bound->arg(1), Signed);
  if (!Low || !High || (Low->Step != 0 && High->Step != 0))
    return Expr();
  const int64_t Step = Low->Step != 0 ? Low->Step : -High->Step;
  if (Step <= 0)
    return Expr();
  // The result is used only if the first turn fulfils the bound and the last one does not, so
  // nothing wraps here.
  Expr Zero = C.constant(0, 32), One = C.constant(1, 32);
  Expr Room = C.sub(High->Rest, Low->Rest, Signed ? NSW : NUW);
  const bool Strict = O == Op::Slt || O == Op::Ult;
  auto Constant = [&](uint64_t V) { return C.constant(V, Room->width()); };
  if (Step != 1 && Strict)
    Room = C.sub(Room, Constant(1), NSW);
  if (Step != 1)
    Room = C.binary(Signed ? Op::SDiv : Op::UDiv, Room, Constant(Step));
  if (Step != 1 || !Strict)
    Room = C.add(Room, Constant(1), NSW);
  Expr Some = Room->width() < 32 ? C.zext(Room, 32) : C.trunc(Room, 32);
  Expr Any = C.land(C.slt(Zero, Turns), at(Bound, Zero));
  return C.ite(Any, C.ite(at(Bound, C.sub(Turns, One, NSW)), Turns, Some), Zero);
}

Expr Turning::all(Expr Cond) {
  if (Cond->isTrue())
    return Turns;
  Expr Zero = C.constant(0, 32), Fixed = C.boolean(true), From, To;
  auto Least = [&](Expr A, Expr B) { return !A ? B : C.ite(C.slt(A, B), A, B); };
  auto Most = [&](Expr A, Expr B) { return !A ? B : C.ite(C.slt(A, B), B, A); };
  const bool Several = Cond->op() == Op::And;
  for (Expr E : Several ? Cond->args() : llvm::ArrayRef<Expr>(Cond)) {
    if (!changes(E))
      Fixed = C.land(Fixed, E);
    else if (Expr Up = first(E))
      To = Least(To, Up);
    else if (Expr Below = first(C.lnot(E)))
      From = Most(From, Below);
    else
      return Expr();
  }
  if (!To)
    To = Turns;
  Expr Count = !From ? To : C.ite(C.slt(From, To), C.sub(To, From, NSW), Zero);
  return C.ite(Fixed, Count, Zero);
}

Expr analysis::turnsWith(ExprContext &C, Expr Cond, Expr Counter, Expr Turns) {
  return Turning(C, Counter, Turns).all(Cond);
}
