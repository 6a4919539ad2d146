// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/Recurrences.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

Recurrences::Recurrences(Values &V, const llvm::Loop &L)
    : V(V), Ctx(V.Ctx), L(L), State(V.Loops[V.loopId(&L)]), Counter(Ctx.apply(State.Counter)) {}

Expr Recurrences::counter(unsigned Width) {
  return Width > 32 ? Ctx.zext(Counter, Width) : Ctx.trunc(Counter, Width);
}

void Recurrences::add(const PHINode *P, Expr Self, Expr Init, Expr Next) {
  if (!Self || !Init || !Next || Self->op() != Op::Apply)
    return;
  Phis.push_back({P, Self->symbol(), Self, Init, Next, Expr(), !P->getType()->isPointerTy()});
}

void Recurrences::collect() {
  const BasicBlock *Pre = L.getLoopPreheader(), *Latch = L.getLoopLatch();
  if (!Pre || !Latch)
    return;
  for (const PHINode &P : L.getHeader()->phis()) {
    const Value *Init = P.getIncomingValueForBlock(Pre), *Next = P.getIncomingValueForBlock(Latch);
    if (P.getType()->isPointerTy()) {
      PointerTerm S = V.pointer(&P), I = V.pointer(Init), N = V.pointer(Next);
      add(&P, S.Object, I.Object, N.Object);
      add(&P, S.Offset, I.Offset, N.Offset);
    } else if (V.width(P.getType())) {
      add(&P, V.of(&P), V.of(Init), V.of(Next));
    }
  }
}

bool Recurrences::mentionsPlaceholder(Expr E) {
  bool Found = false;
  ExprContext::visit(E, [&](Expr N) {
    if (N->op() == Op::Apply)
      Found |=
          any_of(Phis, [&](const Phi &P) { return !P.Solution && P.Placeholder == N->symbol(); });
  });
  return Found;
}

/// A placeholder has the loop's counter among its arguments, so it also counts as varying.
bool Recurrences::invariant(Expr E) { return V.Innermost(E) <= State.Id; }

std::optional<std::pair<Expr, uint8_t>> Recurrences::increment(Expr E, Expr Self, unsigned Depth) {
  constexpr uint8_t All = NSW | NUW;
  if (E == Self)
    return std::pair(Ctx.constant(0, E->width()), All);
  if (Depth > 16)
    return std::nullopt;
  if (E->op() == Op::Add)
    for (unsigned I : {0, 1}) {
      Expr Rest = E->arg(1 - I);
      if (!invariant(Rest))
        continue;
      auto Inner = increment(E->arg(I), Self, Depth + 1);
      if (!Inner)
        return std::nullopt;
      uint8_t F = Inner->second & E->flags();
      return std::pair(Ctx.add(Inner->first, Rest, F & NSW), F);
    }
  if (E->op() == Op::Sub && invariant(E->arg(1)))
    if (auto Inner = increment(E->arg(0), Self, Depth + 1))
      return std::pair(Ctx.sub(Inner->first, E->arg(1)), Inner->second & E->flags() & NSW);
  if (E->op() == Op::Ite && invariant(E->arg(0))) {
    auto A = increment(E->arg(1), Self, Depth + 1), B = increment(E->arg(2), Self, Depth + 1);
    if (A && B)
      return std::pair(Ctx.ite(E->arg(0), A->first, B->first), A->second & B->second);
  }
  return std::nullopt;
}

/// How a value near a phi was extended from it.
enum class Widened : uint8_t { No, Signed, Unsigned };

/// Nullopt unless the value is the phi, differs from it by a constant, or is an extension of such a
/// value.
static std::optional<Widened> isNear(const Value *X, const PHINode &P) {
  Widened How = Widened::No;
  while (X != &P) {
    auto *I = dyn_cast<Instruction>(X);
    bool Moves = I && I->getOpcode() == Instruction::Add && isa<ConstantInt>(I->getOperand(1)) &&
                 I->hasNoSignedWrap();
    if (isa_and_nonnull<SExtInst>(I))
      How = Widened::Signed;
    else if (isa_and_nonnull<ZExtInst>(I))
      How = Widened::Unsigned;
    else if (!Moves)
      return std::nullopt;
    X = I->getOperand(0);
  }
  return How;
}

/// Returns true if some exit of the loop compares the phi.
bool Recurrences::decidesExit(const PHINode &P) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  return any_of(Exiting, [&](BasicBlock *B) {
    auto *Br = dyn_cast<BranchInst>(B->getTerminator());
    auto *C = Br && Br->isConditional() ? dyn_cast<ICmpInst>(Br->getCondition()) : nullptr;
    return C && is_contained(C->operands(), &P);
  });
}

/// Returns true if an exit of the loop compares whether the phi is less than something as a signed
/// number, and false if as an unsigned one; nullopt: no exit does either.
std::optional<bool> Recurrences::isOrderedSigned(const PHINode &P) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (BasicBlock *B : Exiting) {
    auto *Br = dyn_cast<BranchInst>(B->getTerminator());
    auto *C = Br && Br->isConditional() ? dyn_cast<ICmpInst>(Br->getCondition()) : nullptr;
    if (!C || !C->isRelational())
      continue;
    for (const Value *X : C->operands())
      if (std::optional<Widened> How = isNear(X, P))
        return *How == Widened::No ? C->isSigned() : *How == Widened::Signed;
  }
  return std::nullopt;
}

/// A loop that ends by comparing its variable with a bound is assumed not to wrap it.
uint8_t Recurrences::flagsFromExit(const Phi &P, Expr Step, uint8_t Flags) {
  std::optional<bool> Signed = isOrderedSigned(*P.P);
  if (Signed == true)
    return Flags | NSW;
  return Signed == false && isPositive(Step) == true ? Flags | NUW : Flags;
}

/// A short or char variable that does not wrap bounds the trip count.
void Recurrences::boundByWidth(const Phi &P, int64_t Step) {
  const unsigned W = P.Self->width();
  std::optional<bool> Signed = isOrderedSigned(*P.P);
  if (!Signed)
    return;
  const int64_t Least = *Signed ? minIntN(W) : 0, Last = *Signed ? maxIntN(W) : maxUIntN(W);
  int64_t First = Step > 0 ? Least : Last; // the initial value
  if (P.Init->isConst())
    First = *Signed ? P.Init->signedValue() : static_cast<int64_t>(P.Init->value());
  const int64_t Most = (Step > 0 ? Last - First : First - Least) / std::abs(Step);
  for (SymbolId S : {State.Counter, State.Exit})
    Ctx.symbol(S).Hi = std::min(Ctx.symbol(S).Hi, Most + (S == State.Exit));
}

Expr Recurrences::affine(const Phi &P) {
  auto Inc = increment(P.Next, P.Self);
  if (!Inc)
    return Expr();
  uint8_t F = P.IsVariable ? flagsFromExit(P, Inc->first, Inc->second) : Inc->second;
  const unsigned W = P.Self->width();
  if (P.IsVariable && W < 32 && Inc->first->isConst() && Inc->first->signedValue()) {
    boundByWidth(P, Inc->first->signedValue());
    std::optional<bool> Signed = isOrderedSigned(*P.P);
    if (Signed == true) { // a narrow part of a value that does not wrap
      Expr Moved = Ctx.mul(Counter, Ctx.sext(Inc->first, 32), NSW);
      return Ctx.make(Op::Trunc, {Ctx.add(Ctx.sext(P.Init, 32), Moved, NSW)}, W, NSW);
    }
    if (Signed == false)
      F &= ~NSW;
  }
  return Ctx.add(P.Init, Ctx.mul(counter(W), Inc->first, F), F);
}

/// x = (x + 1) / 2 from a non-negative start: ceil(start / 2^k).
Expr Recurrences::halvingUp(const Phi &P) {
  Expr N = P.Next;
  unsigned W = N->width();
  bool Halves = (N->op() == Op::UDiv || N->op() == Op::SDiv) && N->arg(1)->value() == 2;
  bool Shifts = N->op() == Op::AShr && N->arg(1)->value() == 1;
  auto Step = increment(N->arg(0), P.Self);
  auto R = signedRange(Ctx, P.Init, V.WideGrid);
  if ((!Halves && !Shifts) || !Step || !Step->first->isConst() || Step->first->value() != 1 || !R ||
      R->first < 0)
    return Expr();
  Expr Power = Ctx.binary(Op::Shl, Ctx.constant(1, W), counter(W));
  Expr Up = Ctx.add(P.Init, Ctx.sub(Power, Ctx.constant(1, W)));
  return Ctx.binary(Op::LShr, Up, counter(W));
}

Expr Recurrences::geometric(const Phi &P) {
  Expr N = P.Next;
  unsigned W = N->width();
  if (N->args().size() != 2 || !N->arg(1)->isConst() || W < 8)
    return Expr();
  if (N->arg(0) != P.Self)
    return halvingUp(P);
  uint64_t C = N->arg(1)->value();
  if (N->op() == Op::AShr)
    return Ctx.binary(Op::AShr, P.Init, Ctx.mul(counter(W), Ctx.constant(C, W)));
  if (!isPowerOf2_64(C) || C < 2)
    return Expr();
  Expr Shift = Ctx.mul(counter(W), Ctx.constant(Log2_64(C), W));
  switch (N->op()) {
  case Op::Mul:
    return Ctx.binary(Op::Shl, P.Init, Shift, N->flags());
  case Op::UDiv:
    return Ctx.binary(Op::LShr, P.Init, Shift);
  case Op::SDiv: { // rounds towards zero: equals a shift for non-negative values
    auto R = signedRange(Ctx, P.Init, V.WideGrid);
    Expr Halved = Ctx.binary(Op::LShr, P.Init, Shift);
    if (R && R->first >= 0)
      return Halved;
    Expr Zero = Ctx.constant(0, W);
    Expr Negated = Ctx.sub(Zero, Ctx.binary(Op::LShr, Ctx.sub(Zero, P.Init), Shift));
    return Ctx.ite(Ctx.slt(P.Init, Zero), Negated, Halved);
  }
  default:
    return Expr();
  }
}

std::optional<Recurrences::Scaled> Recurrences::scaled(Expr E, Expr Self, unsigned Depth) {
  unsigned W = E->width();
  if (E == Self)
    return Scaled{1, Ctx.constant(0, W), NSW | NUW};
  if (Depth > 8 || E->args().size() != 2)
    return std::nullopt;
  Expr A = E->arg(0), B = E->arg(1);
  if (E->op() == Op::Add && invariant(A))
    std::swap(A, B);
  if (!invariant(B))
    return std::nullopt;
  auto Of = scaled(A, Self, Depth + 1);
  if (!Of)
    return std::nullopt;
  uint8_t F = Of->Flags & E->flags();
  if (E->op() == Op::Add)
    return Scaled{Of->Factor, Ctx.add(Of->Rest, B, F & NSW), F};
  if (E->op() == Op::Sub)
    return Scaled{Of->Factor, Ctx.sub(Of->Rest, B, F & NSW), uint8_t(F & NSW)};
  if (E->op() == Op::Mul && B->isConst() && isPowerOf2_64(B->value()) && Of->Factor < 1u << 16 &&
      B->value() < 1u << 16)
    return Scaled{Of->Factor * B->value(), Ctx.mul(Of->Rest, B, F & NSW), F};
  return std::nullopt;
}

/// x = a x + b with a power of two a: (x0 + c) a^k - c with c = b / (a - 1).
Expr Recurrences::doublingUp(const Phi &P) {
  auto Next = scaled(P.Next, P.Self);
  unsigned W = P.Self->width();
  if (!Next || Next->Factor < 2 || W < 8)
    return Expr();
  Expr C = Next->Rest;
  if (Next->Factor > 2) {
    if (!C->isConst() || C->signedValue() % int64_t(Next->Factor - 1))
      return Expr();
    C = Ctx.constant(C->signedValue() / int64_t(Next->Factor - 1), W);
  }
  uint8_t F = Next->Flags & NSW;
  Expr Shift = Ctx.mul(counter(W), Ctx.constant(Log2_64(Next->Factor), W));
  return Ctx.sub(Ctx.binary(Op::Shl, Ctx.add(P.Init, C, F), Shift, F), C, F);
}

/// x = c - x, x ^= c, x = !x: two values in turn.
Expr Recurrences::alternating(const Phi &P) {
  Expr N = P.Next;
  bool Minus = N->op() == Op::Sub && N->arg(1) == P.Self && invariant(N->arg(0));
  bool Flip = N->op() == Op::Xor && ((N->arg(0) == P.Self && invariant(N->arg(1))) ||
                                     (N->arg(1) == P.Self && invariant(N->arg(0))));
  // (x + 1) % 2 and x == 0 alternate between 0 and 1, if x starts as one of them.
  bool Mod = N->op() == Op::URem && N->arg(1)->isConst() && N->arg(1)->value() == 2 &&
             N->arg(0) == Ctx.add(P.Self, Ctx.constant(1, N->width()), N->arg(0)->flags());
  bool Is = N->op() == Op::ZExt && N->arg(0) == Ctx.eq(P.Self, Ctx.constant(0, N->width()));
  if (!Minus && !Flip && !Mod && !Is)
    return Expr();
  Expr Second = Ctx.replace(N, [&](Expr E) { return E == P.Self ? P.Init : Expr(); });
  if (Mod || Is) {
    auto R = signedRange(Ctx, P.Init, V.WideGrid);
    if (!R || R->first < 0 || R->second > 1)
      return Expr();
  }
  Expr Odd = Ctx.eq(Ctx.binary(Op::URem, Counter, Ctx.constant(2, 32)), Ctx.constant(1, 32));
  return Ctx.ite(Odd, Second, P.Init);
}

/// a, b = b, a: each takes the other's value; also longer rings.
Expr Recurrences::rotating(const Phi &P) {
  SmallVector<Expr, 4> Inits{P.Init};
  Expr At = P.Next;
  while (At != P.Self) {
    auto It = find_if(Phis, [&](const Phi &Q) { return Q.Self == At; });
    if (It == Phis.end() || Inits.size() > 4)
      return Expr();
    Inits.push_back(It->Init);
    At = It->Next;
  }
  unsigned N = Inits.size();
  Expr Turn = Ctx.binary(Op::URem, Counter, Ctx.constant(N, 32));
  Expr Result = Inits[N - 1];
  for (unsigned I = N - 1; I-- > 0;)
    Result = Ctx.ite(Ctx.eq(Turn, Ctx.constant(I, 32)), Inits[I], Result);
  return Result;
}

/// Finds the term that some paths of an iteration add and others do not; returns false if something
/// else happens.
bool Recurrences::addsOne(Expr E, Expr Self, Step &To, unsigned Depth) {
  if (E == Self)
    return true;
  if (E->op() == Op::Ite && Depth < 8)
    return addsOne(E->arg(1), Self, To, Depth + 1) && addsOne(E->arg(2), Self, To, Depth + 1);
  if (E->op() != Op::Add)
    return false;
  for (unsigned I : {0, 1})
    if (Expr By = E->arg(1 - I); E->arg(I) == Self && invariant(By) && (!To.By || To.By == By)) {
      To.By = By;
      To.Flags &= E->flags();
      return true;
    }
  return false;
}

/// if (p(k)) x += step: the start plus the step for each turn so far in which p held.
Expr Recurrences::countedSteps(const Phi &P) {
  Step Of;
  const unsigned W = P.Self->width();
  if (W < 32 || P.Next->op() != Op::Ite || !addsOne(P.Next, P.Self, Of, 0) || !Of.By)
    return Expr();
  const uint8_t F = flagsFromExit(P, Of.By, Of.Flags) & NSW;
  return Ctx.add(P.Init, Ctx.mul(Ctx.sext(timesUntilNow(P, 0), W), Of.By, F), F);
}

/// The value of an expression in the previous iteration: x = f(k) gives Ite(k == 0, init, f(k-1)).
Expr Recurrences::lagging(const Phi &P) {
  if (P.P->getType()->isFloatingPointTy() || mentionsPlaceholder(P.Next))
    return Expr();
  Expr First = Ctx.eq(Counter, Ctx.constant(0, 32));
  Expr Before = Ctx.sub(Counter, Ctx.constant(1, 32), NSW);
  Expr Last = Ctx.replace(P.Next, [&](Expr E) { return E == Counter ? Before : Expr(); });
  return Ctx.ite(First, P.Init, Last);
}

/// Returns true if each path of an iteration adds to `Self` a term that does not depend on it.
static bool moves(Expr E, Expr Self, unsigned Depth = 0) {
  if (E == Self)
    return true;
  if (Depth == 8)
    return false;
  if (E->op() == Op::Ite)
    return moves(E->arg(1), Self, Depth + 1) && moves(E->arg(2), Self, Depth + 1);
  auto IsOther = [&](Expr By) { return !ExprContext::any(By, [&](Expr N) { return N == Self; }); };
  return E->op() == Op::Add && ((moves(E->arg(0), Self, Depth + 1) && IsOther(E->arg(1))) ||
                                (moves(E->arg(1), Self, Depth + 1) && IsOther(E->arg(0))));
}

/// p += n for a pointer, with any n: the start plus the sum of what was added so far.
Expr Recurrences::moved(const Phi &P) {
  if (P.IsVariable || P.Init->isConst() || !moves(P.Next, P.Self))
    return Expr();
  Symbol Sum = Ctx.symbol(P.Placeholder);
  return Ctx.add(P.Init, Ctx.apply(Ctx.addSymbol(std::move(Sum)), P.Self->args()));
}

Expr Recurrences::solveOne(Phi &P) {
  if (P.Next == P.Self || P.Next == P.Init)
    return P.Init;
  for (auto Form : {&Recurrences::affine, &Recurrences::bounded, &Recurrences::extreme,
                    &Recurrences::geometric, &Recurrences::doublingUp, &Recurrences::wrapping,
                    &Recurrences::flipped, &Recurrences::alternating, &Recurrences::rotating,
                    &Recurrences::filled, &Recurrences::counted, &Recurrences::countedSteps,
                    &Recurrences::lagging, &Recurrences::moved})
    if (Expr E = (this->*Form)(P); E && !V.tooLarge(E))
      return E;
  return Expr();
}

/// Returns true if the test at the loop's header depends on the phi.
static bool decidesEntry(const PHINode &P) {
  auto *Br = dyn_cast<BranchInst>(P.getParent()->getTerminator());
  if (!Br || !Br->isConditional())
    return false;
  auto *C = dyn_cast<ICmpInst>(Br->getCondition());
  return Br->getCondition() == &P || (C && is_contained(C->operands(), &P));
}

/// A value without a closed form that is constant in the first iteration, if that may show that the
/// loop is entered (`while (!done)`, `while (low < high)`).
bool Recurrences::startAsKnown() {
  bool Any = false;
  for (Phi &P : Phis)
    if (!P.Solution && P.IsVariable && P.Init->isConst() && decidesEntry(*P.P)) {
      Symbol Later = Ctx.symbol(P.Placeholder);
      Expr First = Ctx.eq(Counter, Ctx.constant(0, Counter->width()));
      Expr Value = Ctx.apply(Ctx.addSymbol(std::move(Later)), P.Self->args());
      Solved[P.Placeholder] = Ctx.ite(First, P.Init, Value);
      Any = true;
    }
  return Any;
}

Substitution *Recurrences::solve() {
  collect();
  Sub = std::make_unique<Substitution>(Ctx, [this](Expr E) { return Solved.lookup(E->symbol()); });
  bool Any = false;
  for (bool Changed = true; Changed;) {
    Changed = false;
    // All at once: a solution must not mention a placeholder that is solved in the same round.
    SmallVector<std::pair<Phi *, Expr>, 4> New;
    for (Phi &P : Phis) {
      if (P.Solution)
        continue;
      if (Expr E = beforeLastTurn(P))
        P.Next = E;
      if (Expr E = solveOne(P))
        New.push_back({&P, E});
    }
    for (auto &[P, E] : New) {
      P->Solution = E;
      Solved[P->Placeholder] = E;
    }
    if (New.empty())
      break;
    Any = Changed = true;
    // Solutions refer only to placeholders that were solved before.
    Sub =
        std::make_unique<Substitution>(Ctx, [this](Expr E) { return Solved.lookup(E->symbol()); });
    for (Phi &P : Phis)
      if (!P.Solution)
        P.Next = (*Sub)(P.Next);
  }
  if (startAsKnown()) {
    Any = true;
    Sub =
        std::make_unique<Substitution>(Ctx, [this](Expr E) { return Solved.lookup(E->symbol()); });
  }
  bool Geometric = any_of(Phis, [&](const Phi &P) {
    return P.Solution && P.IsVariable &&
           (P.Next->op() == Op::UDiv || P.Next->op() == Op::SDiv || P.Next->op() == Op::AShr ||
            P.Next->op() == Op::Mul || doublingUp(P));
  });
  bool Affine = any_of(Phis, [&](const Phi &P) {
    return P.Solution && P.IsVariable && P.Solution != P.Init && decidesExit(*P.P) &&
           increment(P.Next, P.Self);
  });
  if (Affine || Geometric)
    State.Kind = Affine ? LoopKind::Affine : LoopKind::Geometric;
  return Any ? Sub.get() : nullptr;
}
