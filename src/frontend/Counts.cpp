// SPDX-License-Identifier: Apache-2.0
//
// Numbers that differ between the threads of a warp, or the turns of a loop: sums over lanes (of
// votes, or by shuffles), and sums that grow from turn to turn.

#include "frontend/KernelBuilder.h"
#include "frontend/values/Recurrences.h"
#include "model/Sums.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace cudafix;
using namespace cudafix::frontend;

/// The number whose set bits the call counts; null: it is not such a call.
static const Value *countedBits(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && I.getType()->isIntegerTy(32) &&
                 (Callee->getIntrinsicID() == Intrinsic::ctpop || Callee->getName() == "__nv_popc")
             ? Call->getArgOperand(0)
             : nullptr;
}

/// Returns the call if it is a vote of all lanes of the warp.
static const IntrinsicInst *ballot(const Value *V) {
  auto *I = dyn_cast<IntrinsicInst>(V);
  return I && I->getIntrinsicID() == Intrinsic::nvvm_vote_ballot_sync &&
                 namesWholeWarp(I->getArgOperand(0))
             ? I
             : nullptr;
}

/// A mask of the lanes on one side of a lane. No lane: the mask has another form.
struct Side {
  Expr Lane;
  bool WithOwn = false, Above = false;
};

/// The lane in `31 - lane`; null: it is no such term.
static Expr fromLast(Expr E) {
  return E->op() == Op::Sub && E->arg(0)->isConst() && E->arg(0)->value() == 31 ? E->arg(1)
                                                                                : Expr();
}

static Side sideOf(Expr Mask) {
  auto Is = [](Expr E, int64_t Value) { return E->isConst() && E->signedValue() == Value; };
  auto Shifted = [&](Expr E, int64_t Bits) {
    return E->op() == Op::Shl && Is(E->arg(0), Bits) ? E->arg(1) : Expr();
  };
  if (Mask->op() == Op::LShr && Is(Mask->arg(0), -1)) // ~0u >> (31 - lane)
    return {fromLast(Mask->arg(1)), /*WithOwn=*/true, /*Above=*/false};
  for (bool WithOwn : {false, true}) {
    if (Expr Lane = Shifted(Mask, WithOwn ? -1 : -2)) // ~0 << lane
      return {Lane, WithOwn, true};
    if (Mask->args().size() != 2 || !Is(Mask->arg(1), -1))
      continue;
    Expr Lane; // (1 << lane) - 1, ~(~0 << lane)
    if (Mask->op() == Op::Add)
      Lane = Shifted(Mask->arg(0), WithOwn ? 2 : 1);
    else if (Mask->op() == Op::Xor)
      Lane = Shifted(Mask->arg(0), WithOwn ? -2 : -1);
    if (Lane)
      return {Lane, WithOwn, false};
  }
  return {};
}

/// Returns true if the lanes of a warp reach the block in the same turns of the loops around it:
/// each turn reaches it, and all lanes agree on the trip counts of inner loops. They also agree on
/// that of the outermost loop, because the vote requires lanes that have left it.
bool KernelBuilder::isInEachTurn(const BasicBlock &B) const {
  const BasicBlock *Inside = &B;
  for (const llvm::Loop *L = LI.getLoopFor(&B); L; L = L->getParentLoop()) {
    const BasicBlock *Latch = L->getLoopLatch();
    if (!Latch || !DT.dominates(Inside, Latch) ||
        (L->getParentLoop() && Flow.trip(*L) > Uniformity::Warp))
      return false;
    Inside = L->getHeader();
  }
  return true;
}

SmallVector<Expr, 2> KernelBuilder::lanes() const {
  Expr Thread = K.Ctx->threadIdx(0);
  SmallVector<Expr, 2> Out{K.Ctx->binary(Op::URem, Thread, K.Ctx->constant(32, 32))};
  if (K.MaxThreads <= 32)
    Out.push_back(Thread);
  return Out;
}

void KernelBuilder::addVotes(const CallBase &Popc) {
  const Value *A, *B, *Bits = countedBits(Popc);
  Side Of;
  if (match(Bits, m_And(m_Value(A), m_Value(B)))) {
    if (!ballot(A))
      std::swap(A, B);
    if (Expr Mask = V.of(B))
      Of = sideOf(Mask);
  } else if (match(Bits, m_LShr(m_Value(A), m_Value(B)))) {
    Of = {V.of(B), /*WithOwn=*/true, /*Above=*/true};
  } else if (match(Bits, m_Shl(m_Value(A), m_Value(B)))) {
    if (Expr By = V.of(B))
      Of = {fromLast(By), /*WithOwn=*/true, /*Above=*/false};
  } else {
    return;
  }
  const IntrinsicInst *Vote = ballot(A);
  Expr Count = V.of(&Popc);
  if (!Vote || !Count || Count->op() != Op::Apply || !isInEachTurn(*Vote->getParent()))
    return;
  Expr Votes = V.of(Vote->getArgOperand(1));
  if (!Of.Lane || !Votes)
    return;
  Expr All;
  for (const User *U : Vote->users())
    if (auto *Other = dyn_cast<CallBase>(U); Other && countedBits(*Other) == Vote)
      All = V.of(Other);
  ExprContext &C = *K.Ctx;
  Expr Gives = C.ite(Votes, C.constant(1, 32), C.constant(0, 32));
  K.LaneSums.push_back({Count, Of.Lane, Gives, All, Of.WithOwn, Of.Above, /*OfVotes=*/true,
                        NodeOf.lookup(Vote->getParent())});
}

/// The term added to `Self` by additions that do not wrap or add small numbers; null: `Self`
/// changes in another way. `Any`: accepts any additions.
static Expr addedTo(ExprContext &C, Expr E, Expr Self, bool Any = false, unsigned Depth = 0) {
  constexpr int64_t Small = 1024;
  if (E == Self)
    return C.constant(0, E->width());
  if (Depth > 8)
    return Expr();
  if (E->op() == Op::Add)
    for (unsigned I : {0, 1}) {
      Expr Before = addedTo(C, E->arg(I), Self, Any, Depth + 1), More = E->arg(1 - I);
      if (!Before)
        continue;
      if (Any)
        return C.add(Before, More);
      auto Range = signedRange(C, More, /*WideGrid=*/true);
      return Range && Range->first >= 0 && (E->flags() & NSW || Range->second <= Small)
                 ? C.add(Before, More, NSW)
                 : Expr();
    }
  if (E->op() != Op::Ite)
    return Expr();
  Expr Then = addedTo(C, E->arg(1), Self, Any, Depth + 1),
       Else = addedTo(C, E->arg(2), Self, Any, Depth + 1);
  return Then && Else ? C.ite(E->arg(0), Then, Else) : Expr();
}

/// A scan of the warp: `for (d = 1; d < 32; d *= 2) { t = shfl_up(v, d); if (lane >= d) v += t; }`.
void KernelBuilder::addScan(const CallBase &Shuffle) {
  const llvm::Loop *L = LI.getLoopFor(Shuffle.getParent());
  auto *Sum = dyn_cast<PHINode>(Shuffle.getArgOperand(1)),
       *Distance = dyn_cast<PHINode>(Shuffle.getArgOperand(2));
  const BasicBlock *Latch = L ? L->getLoopLatch() : nullptr,
                   *Before = L ? L->getLoopPreheader() : nullptr;
  if (!Latch || !Before || !namesWholeWarp(Shuffle.getArgOperand(0)) ||
      !match(Shuffle.getArgOperand(3), m_Zero()) || !Sum || Sum->getParent() != L->getHeader() ||
      !Distance || Distance->getParent() != L->getHeader() || !isInEachTurn(*Before))
    return;
  ExprContext &C = *K.Ctx;
  const Expr Trips = K.Loops[K.Nodes[NodeOf.lookup(L->getHeader())].Loop].TripCount;
  const Value *Next = Distance->getIncomingValueForBlock(Latch);
  if (!Trips || !Trips->isConst() || Trips->value() != 5 ||
      !match(Distance->getIncomingValueForBlock(Before), m_One()) ||
      !match(Next, m_CombineOr(m_Shl(m_Specific(Distance), m_One()),
                               m_Mul(m_Specific(Distance), m_SpecificInt(2)))))
    return;
  // The term that an iteration adds: nothing, or in lanes at or above the distance the result of
  // the shuffle.
  Expr Self = V.of(Sum), Gives = V.of(Sum->getIncomingValueForBlock(Before)), Far = V.of(Distance),
       Got = V.of(&Shuffle), After = V.of(Sum->getIncomingValueForBlock(Latch));
  if (!Self || !Gives || !Far || !Got || !After)
    return;
  Expr Zero = C.constant(0, Got->width()), Added = addedTo(C, After, Self, /*Any=*/true), Lane;
  for (Expr Own : lanes())
    for (Op Less : {Op::Slt, Op::Ult}) {
      Expr Below = C.make(Less, {Own, Far}, 1);
      if (Added == C.ite(Below, Zero, Got) || Added == C.ite(C.lnot(Below), Got, Zero))
        Lane = Own;
    }
  constexpr int64_t Most = 1 << 20; // 32 of them do not wrap
  auto Range = signedRange(C, Gives, V.WideGrid);
  if (!Lane || !Range || Range->first < 0 || Range->second > Most)
    return;
  for (const User *U : Sum->users()) {
    auto *Result = dyn_cast<PHINode>(U);
    Expr Is = Result && !L->contains(Result) && Result->getNumIncomingValues() == 1 ? V.of(Result)
                                                                                    : Expr();
    if (Is && Is->op() == Op::Apply)
      K.LaneSums.push_back({Is, Lane, Gives, Expr(), /*WithOwn=*/true, /*Above=*/false,
                            /*OfVotes=*/false, NodeOf.lookup(Before)});
  }
}

void KernelBuilder::findLaneSums() {
  for (const Instruction &I : instructions(F)) {
    if (!NodeOf.contains(I.getParent()))
      continue;
    if (countedBits(I))
      addVotes(cast<CallBase>(I));
    else if (auto *Call = dyn_cast<IntrinsicInst>(&I);
             Call && Call->getIntrinsicID() == Intrinsic::nvvm_shfl_sync_up_i32)
      addScan(*Call);
  }
}

/// Adds what holds where the condition does: its parts, also of `!(a || b)`.
static void addParts(ExprContext &C, Expr Cond, SmallVectorImpl<Expr> &To) {
  for (Expr Part : conjuncts(Cond))
    if (isNot(Part) && Part->arg(0)->op() == Op::Or)
      for (Expr Way : Part->arg(0)->args())
        addParts(C, C.lnot(Way), To);
    else
      To.push_back(Part);
}

/// Calls `Take` for each way in which a number is chosen, with the conditions that lead there.
static void alternatives(ExprContext &C, Expr E, SmallVectorImpl<Expr> &Conds,
                         function_ref<void(Expr, ArrayRef<Expr>)> Take) {
  if (E->op() != Op::Ite)
    return Take(E, Conds);
  const size_t Before = Conds.size();
  for (unsigned Way : {1, 2}) {
    const Expr Cond = Way == 1 ? E->arg(0) : C.lnot(E->arg(0));
    addParts(C, Cond, Conds);
    alternatives(C, E->arg(Way), Conds, Take);
    Conds.resize(Before);
  }
}

/// Returns true for a term that no turn of a loop changes.
static bool isSteady(const ExprContext &C, Expr E) {
  return ExprContext::all(E, [&](Expr N) {
    return N->op() != Op::Apply ||
           (N->args().empty() && C.symbol(N->symbol()).Kind != SymbolKind::Counter);
  });
}

/// The fact about the sum (`Next` in the next turn) in a condition that compares it with a term
/// that no turn changes; null: there is none. A sum that grows by at most one reaches a limit
/// before it passes it.
static Expr boundOf(ExprContext &C, Expr Cond, Expr Next, const RunningSum &X, bool ByOne) {
  const bool Less = is_contained({Op::Slt, Op::Ult, Op::Sle, Op::Ule}, Cond->op());
  const bool Other = isNot(Cond) && Cond->arg(0)->op() == Op::Eq;
  if (!Less && !(Other && ByOne))
    return Expr();
  const Expr Compared = Other ? Cond->arg(0) : Cond;
  for (unsigned Side = 0; Side < (Other ? 2 : 1); ++Side) {
    const Expr Is = Compared->arg(Side), Limit = Compared->arg(1 - Side);
    if (!isSteady(C, Limit) || Is->width() != Next->width())
      continue;
    const auto [Terms, More] = difference(Is, Next);
    if (!Terms.empty() || (More != 0 && More != -1)) // the comparison is known not to wrap
      continue;
    const Expr Shift = C.constant(More, Next->width()), Sum = C.add(X.Sum, Shift, NSW);
    return Less ? C.make(Cond->op(), {Sum, Limit}, 1)
                : C.lor(C.sle(Limit, C.add(X.Start, Shift, NSW)), C.slt(Sum, Limit));
  }
  return Expr();
}

/// The conditions that hold in each turn that reaches the end of the loop body.
SmallVector<Expr, 8> KernelBuilder::conditionsOn(const BasicBlock &Latch) {
  SmallVector<Expr, 8> Conds;
  for (const BasicBlock *B = &Latch, *Header = LI.getLoopFor(B)->getHeader(); B != Header;
       B = DT.getNode(B)->getIDom()->getBlock())
    if (Expr Cond = conditionOf(*B))
      addParts(*K.Ctx, Cond, Conds);
  return Conds;
}

/// The fact about the sum that holds in each turn after one that added to it; true: none is known.
Expr KernelBuilder::boundAfter(const RunningSum &X, Expr Next, const BasicBlock &Latch) {
  ExprContext &C = *K.Ctx;
  SmallVector<Expr, 8> Conds = conditionsOn(Latch);
  SmallVector<Expr, 4> Known;
  for (Expr Cond : Conds)
    if (Expr Bound = boundOf(C, Cond, Next, X, false))
      Known.push_back(Bound);
  std::optional<SmallVector<Expr, 4>> Common;
  alternatives(C, X.Added, Conds, [&](Expr More, ArrayRef<Expr> If) {
    if (More->isConst() && More->value() == 0)
      return;
    SmallVector<Expr, 4> Holds;
    for (Expr Cond : If)
      for (Expr After : {Next, C.add(X.Sum, More, NSW)})
        if (Expr Bound = boundOf(C, Cond, After, X, More->isConst() && More->value() == 1))
          Holds.push_back(Bound);
    if (!Common)
      Common = std::move(Holds);
    else
      erase_if(*Common, [&](Expr Bound) { return !is_contained(Holds, Bound); });
  });
  if (Common)
    append_range(Known, *Common);
  return C.land(Known);
}

/// Calls `Take` for each integer of at least 32 bits that loops carry and that has no closed form.
void KernelBuilder::eachCarried(llvm::function_ref<void(const Carried &)> Take) {
  for (const llvm::Loop *L : LI.getLoopsInPreorder()) {
    const BasicBlock *Latch = L->getLoopLatch(), *Before = L->getLoopPreheader();
    if (!Latch || !Before || !NodeOf.contains(L->getHeader()))
      continue;
    for (const PHINode &P : L->getHeader()->phis()) {
      if (!P.getType()->isIntegerTy() || P.getType()->getIntegerBitWidth() < 32)
        continue;
      const Carried X{*L, P, V.of(&P), V.of(P.getIncomingValueForBlock(Latch)),
                      V.of(P.getIncomingValueForBlock(Before))};
      if (X.Is && X.Next && X.Start && X.Is->op() == Op::Apply && X.Is != X.Next &&
          K.Ctx->symbol(X.Is->symbol()).Kind != SymbolKind::Counter)
        Take(X);
    }
  }
}

/// Finds sums of non-negative numbers that have no closed form.
void KernelBuilder::findRunningSums() {
  eachCarried([&](const Carried &Sum) {
    Expr Added = addedTo(*K.Ctx, Sum.Next, Sum.Is);
    if (!Added)
      return;
    RunningSum X{Sum.Is, Sum.Start, Added, Expr(), K.Nodes[NodeOf.lookup(Sum.In.getHeader())].Loop};
    X.After = boundAfter(X, Sum.Next, *Sum.In.getLoopLatch());
    K.RunningSums.push_back(std::move(X));
  });
}

/// Calls `Take` for each value of the carried variable, in the loop's turns and after it.
static void eachValueOf(const PHINode &Carried, const llvm::Loop &In,
                        function_ref<void(const PHINode &)> Take) {
  Take(Carried);
  for (const User *U : Carried.users())
    if (auto *Left = dyn_cast<PHINode>(U);
        Left && !In.contains(Left) && Left->getNumIncomingValues() == 1)
      Take(*Left);
}

/// Finds variables that a loop changes only under a condition that none of its turns changes: if
/// they no longer have their initial value, the condition holds (`if (inside) best = i`, then `if
/// (best >= 0)`).
void KernelBuilder::findGuarded() {
  ExprContext &C = *K.Ctx;
  eachCarried([&](const Carried &Kept) {
    if (C.symbol(Kept.Is->symbol()).Kind != SymbolKind::Opaque)
      return;
    SmallVector<LoopId, 4> Inside;
    for (const llvm::Loop *L : Kept.In.getLoopsInPreorder())
      Inside.push_back(V.loopId(L));
    auto IsKept = [&](Expr Cond) {
      return ExprContext::all(Cond, [&](Expr N) {
        if (N->op() != Op::Apply)
          return true;
        const Symbol &S = C.symbol(N->symbol());
        return (S.Kind != SymbolKind::Counter && S.Kind != SymbolKind::Exit) ||
               !is_contained(Inside, S.Index);
      });
    };
    std::optional<SmallVector<Expr, 4>> Common;
    SmallVector<Expr, 8> Conds = conditionsOn(*Kept.In.getLoopLatch());
    alternatives(C, Kept.Next, Conds, [&](Expr Chosen, ArrayRef<Expr> If) {
      if (Chosen == Kept.Is)
        return;
      SmallVector<Expr, 4> Of;
      copy_if(If, std::back_inserter(Of), IsKept);
      if (!Common)
        Common = std::move(Of);
      else
        erase_if(*Common, [&](Expr Cond) { return !is_contained(Of, Cond); });
    });
    if (!Common || Common->empty())
      return;
    const Expr Holds = C.land(*Common);
    eachValueOf(Kept.Of, Kept.In, [&](const PHINode &At) {
      if (Expr Is = V.of(&At); Is && NodeOf.contains(At.getParent()))
        K.Assumptions.push_back({C.lor(C.eq(Is, Kept.Start), Holds), NodeOf.lookup(At.getParent()),
                                 K.Loops[V.loopId(&Kept.In)].Loc, /*Stated=*/true,
                                 /*OfTurns=*/true});
    });
  });
}

/// Finds variables that keep a value until the loop chooses another, such as the index of the least
/// element: each chosen value is below the number with which the loop compares it.
void KernelBuilder::findKept() {
  ExprContext &C = *K.Ctx;
  eachCarried([&](const Carried &Kept) {
    if (Kept.Next->op() != Op::Ite || C.symbol(Kept.Is->symbol()).Kind != SymbolKind::Opaque)
      return;
    using Limit = std::pair<Op, Expr>;
    std::optional<SmallVector<Limit, 4>> Common;
    SmallVector<Expr, 8> Conds = conditionsOn(*Kept.In.getLoopLatch());
    alternatives(C, Kept.Next, Conds, [&](Expr Chosen, ArrayRef<Expr> If) {
      if (Chosen == Kept.Is)
        return;
      SmallVector<Limit, 4> Of;
      for (Expr Cond : If)
        if (is_contained({Op::Slt, Op::Ult, Op::Sle, Op::Ule}, Cond->op()) &&
            Cond->arg(0) == Chosen && isSteady(C, Cond->arg(1)))
          Of.push_back({Cond->op(), Cond->arg(1)});
      if (!Common)
        Common = std::move(Of);
      else
        erase_if(*Common, [&](const Limit &X) { return !is_contained(Of, X); });
    });
    if (!Common)
      return;
    auto Know = [&](const PHINode &At) {
      const Expr Is = V.of(&At);
      for (auto [Less, End] : *Common)
        if (Is && NodeOf.contains(At.getParent()))
          K.Assumptions.push_back({C.lor(C.eq(Is, Kept.Start), C.make(Less, {Is, End}, 1)),
                                   NodeOf.lookup(At.getParent()), K.Loops[V.loopId(&Kept.In)].Loc,
                                   /*Stated=*/true, /*OfTurns=*/true});
    };
    eachValueOf(Kept.Of, Kept.In, Know);
  });
}
