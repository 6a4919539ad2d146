// SPDX-License-Identifier: Apache-2.0
//
// Phis that do not exceed a bound: counters that stop at a bound, lists that are filled, running
// minima and maxima.

#include "frontend/values/Recurrences.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

/// if (x < n) x += c: grows evenly until it has reached the bound. Like a variable that ends its
/// loop, it is assumed not to wrap.
Expr Recurrences::bounded(const Phi &P) {
  Expr N = P.Next, Cond = N->op() == Op::Ite ? N->arg(0) : Expr();
  if (!Cond || N->arg(2) != P.Self || (Cond->op() != Op::Slt && Cond->op() != Op::Ult) ||
      Cond->arg(0) != P.Self || !invariant(Cond->arg(1)))
    return Expr();
  auto Inc = increment(N->arg(1), P.Self);
  if (!Inc || isPositive(Inc->first) != true)
    return Expr();
  uint8_t F = Cond->op() == Op::Slt ? NSW : NUW;
  Expr Even = Ctx.add(P.Init, Ctx.mul(counter(N->width()), Inc->first, F), F);
  Symbol Behind = Ctx.symbol(P.Placeholder);
  Expr Bound = Cond->arg(1), Stays = Ctx.apply(Ctx.addSymbol(std::move(Behind)), P.Self->args());
  auto IsBelow = [&](Expr E) { return Ctx.make(Cond->op(), {E, Bound}, 1); };
  return Ctx.ite(IsBelow(Even), Even, Ctx.ite(IsBelow(Stays), Bound, Stays));
}

/// x = min(x, y), or max, with a new y in each turn: never beyond the start.
Expr Recurrences::extreme(const Phi &P) {
  Expr N = P.Next, Cond = N->op() == Op::Ite ? N->arg(0) : Expr();
  if (!Cond || (Cond->op() != Op::Slt && Cond->op() != Op::Ult))
    return Expr();
  const bool Stays = N->arg(1) == P.Self;
  Expr Other = N->arg(Stays ? 2 : 1);
  if (!Stays && N->arg(2) != P.Self)
    return Expr();
  auto IsSelf = [&](Expr E) {
    return E == P.Self || (Cond->op() == Op::Slt && E->op() == Op::SExt && E->arg(0) == P.Self);
  };
  const bool SelfFirst = IsSelf(Cond->arg(0));
  Expr Compared = Cond->arg(SelfFirst ? 1 : 0);
  if (!SelfFirst && !IsSelf(Cond->arg(1)))
    return Expr();
  // The remainder of an extent is positive in each turn.
  Expr Stay = Sub ? (*Sub)(stayCondition(L.getHeader())) : Expr();
  const bool IsLeft = Compared->op() == Op::Sub && Compared->flags() & NSW && Stay &&
                      Stay == Ctx.slt(Compared->arg(1), Compared->arg(0));
  // So the smaller number does not change in fewer bits.
  if (Compared != Other && (SelfFirst != Stays || Compared->width() <= Other->width() || !IsLeft ||
                            Ctx.trunc(Compared, Other->width()) != Other))
    return Expr();
  // The smaller one is kept if x < y keeps x, and if y < x takes y.
  const bool Least = SelfFirst == Stays;
  Symbol Any = Ctx.symbol(P.Placeholder);
  auto Start = signedRange(Ctx, P.Init, V.WideGrid);
  if (Least && IsLeft && Cond->op() == Op::Slt && Start && Start->first >= 0)
    Any.Lo = std::max<int64_t>(Any.Lo, 0);
  Expr Value = Ctx.apply(Ctx.addSymbol(std::move(Any)), P.Self->args());
  Expr Before = Least ? Value : P.Init, After = Least ? P.Init : Value;
  return Ctx.ite(Ctx.make(Cond->op(), {Before, After}, 1), Value, P.Init);
}

/// A test that `Self` is below a bound, which is true if the condition equals `Holds`; null: there
/// is none.
static Expr testBelow(ExprContext &C, Expr Cond, bool Holds, Expr Self) {
  if (Cond->op() == (Holds ? Op::And : Op::Or)) {
    for (Expr Part : Cond->args())
      if (Expr Found = testBelow(C, Part, Holds, Self))
        return Found;
    return Expr();
  }
  Expr Test = Holds ? Cond : C.lnot(Cond);
  bool Below = (Test->op() == Op::Slt || Test->op() == Op::Ult) && Test->arg(0) == Self;
  return Below ? Test : Expr();
}

/// Returns true if E is `Self` or, if `Below` holds, one more; records the condition.
static bool fills(ExprContext &C, Expr E, Expr Self, Expr Below, Expr &Test, unsigned Depth = 0) {
  if (E == Self)
    return true;
  if (Depth >= 8)
    return false;
  if (E->op() == Op::Ite) {
    Expr Then = testBelow(C, E->arg(0), true, Self), Else = testBelow(C, E->arg(0), false, Self);
    return fills(C, E->arg(1), Self, Then ? Then : Below, Test, Depth + 1) &&
           fills(C, E->arg(2), Self, Else ? Else : Below, Test, Depth + 1);
  }
  if (E->op() != Op::Add || E->arg(0) != Self)
    return false;
  if (E->arg(1)->op() == Op::Ite) {
    Expr Choice = E->arg(1);
    return fills(C, C.ite(Choice->arg(0), C.add(Self, Choice->arg(1)), C.add(Self, Choice->arg(2))),
                 Self, Below, Test, Depth + 1);
  }
  if (!Below || !E->arg(1)->isConst() || E->arg(1)->value() != 1 || (Test && Test != Below))
    return false;
  Test = Below;
  return true;
}

/// if (p(k) && x < n) x += 1: fills a list of n places. The value is the start plus the number of
/// turns so far in which p held, but at most n.
Expr Recurrences::filled(const Phi &P) {
  Expr Test;
  unsigned W = P.Self->width();
  if (W < 32 || !fills(Ctx, P.Next, P.Self, Expr(), Test) || !Test || !invariant(Test->arg(1)))
    return Expr();
  Expr Bound = Test->arg(1);
  Symbol Times = Ctx.symbol(P.Placeholder);
  Times.Width = 32;
  Times.Signed = true;
  Times.Lo = 0;
  Times.Hi = INT32_MAX;
  Expr Count = Ctx.sext(Ctx.apply(Ctx.addSymbol(std::move(Times)), P.Self->args()), W);
  Expr Places = Ctx.sub(Bound, P.Init); // not negative if there are any places
  return Ctx.ite(Ctx.make(Test->op(), {P.Init, Bound}, 1),
                 Ctx.ite(Ctx.ult(Count, Places), Ctx.add(P.Init, Count), Bound), P.Init);
}

/// Records the constants that a choice may give, times a factor; false: it may give something else.
static bool choices(Expr E, int64_t Factor, SmallVectorImpl<int64_t> &Out, unsigned Depth = 0) {
  if (!isInt<32>(Factor) || Depth >= 8)
    return false;
  if (E->isConst()) { // small enough that the product and the sum of many numbers do not wrap
    Out.push_back(E->signedValue() * Factor);
    return isInt<32>(E->signedValue()) && isInt<32>(Out.back());
  }
  if (E->op() == Op::Ite)
    return choices(E->arg(1), Factor, Out, Depth + 1) && choices(E->arg(2), Factor, Out, Depth + 1);
  if (E->op() == Op::Mul && E->arg(1)->isConst() && isInt<32>(E->arg(1)->signedValue()))
    return choices(E->arg(0), Factor * E->arg(1)->signedValue(), Out, Depth + 1);
  return E->op() == Op::SExt && choices(E->arg(0), Factor, Out, Depth + 1);
}

/// Notes the constants that paths of an iteration add, and the flags that all these additions have,
/// and returns how many a path adds at most; nullopt: something else happens.
static std::optional<unsigned> steps(Expr E, Expr Self, SmallVectorImpl<int64_t> &Out,
                                     uint8_t &Flags, unsigned Depth = 0) {
  if (E == Self)
    return 0;
  if (Depth >= 8)
    return std::nullopt;
  if (E->op() == Op::Ite) {
    auto A = steps(E->arg(1), Self, Out, Flags, Depth + 1),
         B = steps(E->arg(2), Self, Out, Flags, Depth + 1);
    return A && B ? std::optional(std::max(*A, *B)) : std::nullopt;
  }
  if (E->op() != Op::Add)
    return std::nullopt;
  Flags &= E->flags();
  auto Before = steps(E->arg(0), Self, Out, Flags, Depth + 1);
  return Before && choices(E->arg(1), 1, Out) ? std::optional(*Before + 1) : std::nullopt;
}

/// How often something happened in earlier iterations; at least `Least`.
Expr Recurrences::timesUntilNow(const Phi &P, int64_t Least) {
  Symbol Times = Ctx.symbol(P.Placeholder);
  Times.Width = 32;
  Times.Signed = true;
  Times.Lo = Least;
  Times.Hi = INT32_MAX;
  return Ctx.apply(Ctx.addSymbol(std::move(Times)), P.Self->args());
}

/// if (p(k)) x += c: the start plus c for each turn so far in which p held; for several constants
/// c, their greatest common divisor counts.
Expr Recurrences::counted(const Phi &P) {
  unsigned W = P.Self->width();
  SmallVector<int64_t, 8> Added;
  uint8_t Flags = NSW;
  const auto Most = W < 32 ? std::nullopt : steps(P.Next, P.Self, Added, Flags);
  if (!Most)
    return Expr();
  int64_t Step = 0;
  for (int64_t A : Added)
    Step = std::gcd(Step, A);
  if (Step == 0)
    return Expr();
  const bool GoesDown = all_of(Added, [](int64_t A) { return A <= 0; });
  if (GoesDown)
    Step = -Step;
  const bool Turns = !GoesDown && any_of(Added, [](int64_t A) { return A < 0; });
  Expr Count = timesUntilNow(P, Turns ? INT32_MIN : 0);
  // What moves at most once per turn is bounded by the number of turns. Variables that grow are
  // known as sums.
  if ((!P.IsVariable || GoesDown) && *Most == 1 &&
      all_of(Added, [&](int64_t A) { return A == 0 || A == Step; }))
    Count = Ctx.ite(Ctx.sle(Count, counter(32)), Count, counter(32));
  // The value fits its width, if no addition wraps; the distance from the start need not.
  constexpr unsigned Wide = 64;
  if (W < Wide && Flags == NSW && std::abs(Step) != 1) {
    const Expr Moved = Ctx.mul(Ctx.sext(Count, Wide), Ctx.constant(uint64_t(Step), Wide), NSW);
    return Ctx.make(Op::Trunc, {Ctx.add(Ctx.sext(P.Init, Wide), Moved, NSW)}, W, NSW);
  }
  const Expr Moved = Ctx.mul(Ctx.sext(Count, W), Ctx.constant(uint64_t(Step), W), Flags);
  return Ctx.add(P.Init, Moved, Flags);
}

/// Returns true if a comparison follows from another one with a bound as large: x < n follows from
/// x + d < n, or from x + d <= n with a positive d, because index arithmetic does not wrap. `More`:
/// by how much the left side of the other one is greater.
static bool follows(ExprContext &C, Expr Test, Expr From, Expr More) {
  auto IsStrict = [](Expr E) { return E->op() == Op::Slt || E->op() == Op::Ult; };
  auto IsSigned = [](Expr E) { return E->op() == Op::Slt || E->op() == Op::Sle; };
  Expr Less = C.sub(Test->arg(1), From->arg(1), NSW);
  if (IsSigned(Test) != IsSigned(From) || !More->isConst() || !Less->isConst())
    return false;
  return More->signedValue() + Less->signedValue() >= (IsStrict(Test) && !IsStrict(From) ? 1 : 0);
}

Expr Recurrences::beforeLastTurn(const Phi &P) {
  const BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch(),
                   *Exiting = L.getExitingBlock();
  if (!P.P->getType()->isIntegerTy() || !Latch || !Exiting ||
      (Exiting != Header && Exiting != Latch))
    return Expr();
  // The last turn matters after the loop, and in its header if that decides whether the loop goes
  // on.
  auto Matters = [&](const User *U) {
    auto *I = cast<Instruction>(U);
    return !L.contains(I) || (I->getParent() == Header && !isa<PHINode>(I) && Exiting == Header);
  };
  const Value *Next = P.P->getIncomingValueForBlock(Latch);
  if (any_of(P.P->users(), Matters) || any_of(Next->users(), Matters))
    return Expr();
  Expr Stay = Sub ? (*Sub)(stayCondition(Exiting)) : Expr();
  if (!Stay)
    return Expr();
  auto Parts = Stay->op() == Op::And ? Stay->args() : ArrayRef<Expr>(Stay);
  auto Compares = [](Expr E) {
    return E->op() == Op::Slt || E->op() == Op::Ult || E->op() == Op::Sle || E->op() == Op::Ule;
  };
  auto Holds = [&](Expr Test) {
    return Compares(Test) && any_of(Parts, [&](Expr Part) {
             auto Of = Compares(Part) ? linear(Part->arg(0)) : std::nullopt;
             auto To = linear(Test->arg(0));
             if (!Of || !To || Of->second != To->second || !invariant(Part->arg(1)) ||
                 Test->arg(0)->width() != Part->arg(0)->width())
               return false;
             Expr More = Ctx.sub(Of->first, To->first, NSW);
             if (Exiting == Header) // the exit is tested at the beginning of the next turn
               More = Ctx.add(More, Of->second, NSW);
             return follows(Ctx, Test, Part, More);
           });
  };
  llvm::DenseMap<Expr, Expr> Known;
  ExprContext::visit(P.Next, [&](Expr N) {
    if (N->width() != 1 || N->args().size() != 2)
      return;
    if (Holds(N))
      Known[N] = Ctx.boolean(true);
    else if (Holds(Ctx.lnot(N)))
      Known[N] = Ctx.boolean(false);
  });
  return Known.empty() ? Expr() : Ctx.rebuilt(P.Next, Known);
}
