// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/Values.h"
#include "frontend/values/Recurrences.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace cudafix;
using namespace cudafix::frontend;

Values::Values(Function &F, DominatorTree &DT, LoopInfo &LI, const FlowGraph &Flow,
               MemoryObjects &Objects, Stability &Loads, const KernelUniformity &U,
               SourceIndex &Source, ExprContext &Ctx)
    : F(F), DT(DT), LI(LI), Flow(Flow), Objects(Objects), Loads(Loads), U(U), Source(Source),
      Ctx(Ctx), Divisions(F), Innermost(Ctx) {}

Values::~Values() = default;

unsigned Values::width(Type *T) const {
  if (!T->isSized() || T->isVectorTy() || T->isAggregateType() || T->isVoidTy())
    return 0;
  TypeSize S = F.getDataLayout().getTypeSizeInBits(T);
  return S.isScalable() || S.getFixedValue() > 64 ? 0 : S.getFixedValue();
}

LoopId Values::loopId(const llvm::Loop *L) const {
  auto It = LoopIds.find(L);
  return It == LoopIds.end() ? NoId : It->second;
}

SmallVector<Expr, 4> Values::counters(const llvm::Loop *L) {
  SmallVector<Expr, 4> Result;
  for (; L; L = L->getParentLoop())
    Result.push_back(Ctx.apply(Loops[loopId(L)].Counter));
  std::reverse(Result.begin(), Result.end());
  return Result;
}

bool Values::tooLarge(Expr E, unsigned Most) {
  SmallVector<std::pair<Expr, bool>, 16> Work{{E, false}};
  while (!Work.empty()) {
    auto [N, Ready] = Work.pop_back_val();
    if (Weights.contains(N))
      continue;
    if (!Ready) {
      Work.push_back({N, true});
      for (Expr A : N->args())
        Work.push_back({A, false});
      continue;
    }
    unsigned Sum = 1;
    for (Expr A : N->args())
      Sum = std::min(MaxWeight + 1, Sum + Weights.lookup(A));
    Weights[N] = Sum;
  }
  return Weights.lookup(E) > Most;
}

Expr Values::parameter(const Argument &A, int64_t Offset, unsigned Width,
                       const SourceIndex::FieldPlace &Field) {
  auto [It, New] = Params.try_emplace({A.getArgNo(), Offset}, NoId);
  if (New) {
    Symbol S;
    S.Kind = SymbolKind::Parameter;
    S.Level = Uniformity::Launch;
    S.Width = Width;
    S.Index = A.getArgNo();
    S.Name = A.getName().str() + Field.Path;
    S.Element = Field.Element;
    S.Signed = !A.hasAttribute(Attribute::ZExt);
    It->second = Ctx.addSymbol(std::move(S));
  }
  Expr E = Ctx.apply(It->second);
  return E->width() == Width ? E : E->width() > Width ? Ctx.trunc(E, Width) : Ctx.zext(E, Width);
}

Expr Values::constant(const Constant &C) {
  unsigned W = width(C.getType());
  if (!W)
    return Expr();
  if (auto *I = dyn_cast<ConstantInt>(&C))
    return Ctx.constant(I->getZExtValue(), W);
  if (auto *FP = dyn_cast<ConstantFP>(&C))
    return Ctx.constant(FP->getValueAPF().bitcastToAPInt().getZExtValue(), W);
  if (isa<UndefValue>(C) || C.isNullValue())
    return Ctx.constant(0, W);
  if (auto *E = dyn_cast<ConstantExpr>(&C); E && E->getOpcode() == Instruction::PtrToInt) {
    Expr P = pointerBits(E->getOperand(0));
    return W <= P->width() ? Ctx.trunc(P, W) : Ctx.zext(P, W);
  }
  return opaque(&C, W, "constant expression");
}

Expr Values::of(const Value *V) {
  if (V->getType()->isPointerTy())
    return pointerBits(V);
  auto It = Map.find(V);
  if (It != Map.end())
    return It->second;
  Expr E;
  if (auto *C = dyn_cast<Constant>(V))
    E = constant(*C);
  else if (auto *A = dyn_cast<Argument>(V); A && width(A->getType()))
    E = parameter(*A, -1, width(A->getType()));
  else if (unsigned W = width(V->getType()))
    E = opaque(V, W, isa<Instruction>(V) ? "irreducible control flow" : "");
  return Map[V] = E;
}

void Values::run() {
  if (!WideGrid)
    findIndexArithmetic();
  findDeciding();
  for (llvm::Loop *L : LI.getLoopsInPreorder()) {
    LoopState S;
    S.L = L;
    S.Id = Loops.size();
    S.Trip = Flow.trip(*L);
    Symbol Counter;
    Counter.Kind = SymbolKind::Counter;
    Counter.Level = Uniformity::Thread;
    Counter.Index = S.Id;
    Counter.Name = "iteration" + (S.Id ? std::to_string(S.Id) : std::string());
    Counter.Lo = 0;
    Counter.Hi = INT32_MAX;
    Symbol Exit = Counter;
    Exit.Kind = SymbolKind::Exit;
    Exit.Level = S.Trip;
    Exit.Name = "trips" + (S.Id ? std::to_string(S.Id) : std::string());
    S.Counter = Ctx.addSymbol(std::move(Counter));
    S.Exit = Ctx.addSymbol(std::move(Exit));
    LoopIds[L] = S.Id;
    Loops.push_back(std::move(S));
  }
  // A loop is finished when the first block after it is reached.
  const llvm::Loop *Current = nullptr;
  for (BasicBlock *B : Flow.order().blocks()) {
    const llvm::Loop *L = LI.getLoopFor(B);
    for (; Current && !Current->contains(B); Current = Current->getParentLoop())
      finishLoop(Current);
    Current = L;
    visitBlock(*B);
  }
  for (; Current; Current = Current->getParentLoop())
    finishLoop(Current);
}

void Values::visitBlock(BasicBlock &B) {
  Memory.enter(B);
  for (Instruction &I : B)
    visit(I);
  Memory.leave(B);
}

void Values::visit(Instruction &I) {
  if (auto *P = dyn_cast<PHINode>(&I))
    return visitPhi(*P);
  if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I)) {
    // The value found; whether it was replaced follows from it.
    if (unsigned W = width(X->getCompareOperand()->getType()))
      Map[&I] = opaque(&I, W);
  } else if (I.getType()->isPointerTy()) {
    Pointers[&I] = computePointer(&I);
  } else if (unsigned W = width(I.getType())) {
    Expr E = shuffled(I);
    if (!E && !U.isExchanged(&I))
      E = compute(I);
    if (!E)
      E = opaque(&I, W);
    else if (tooLarge(E))
      E = opaque(&I, W, "large expression");
    Map[&I] = E;
  }
  forget(I);
  if (auto *S = dyn_cast<StoreInst>(&I))
    recordStore(I, S->getPointerOperand(), S->getValueOperand());
}

Expr Values::compute(Instruction &I) {
  unsigned W = width(I.getType());
  if (auto *B = dyn_cast<BinaryOperator>(&I))
    return binary(*B);
  if (auto *C = dyn_cast<CastInst>(&I))
    return cast(*C);
  if (auto *C = dyn_cast<CmpInst>(&I))
    return compare(*C);
  if (auto *C = dyn_cast<CallBase>(&I))
    return call(*C);
  if (auto *L = dyn_cast<LoadInst>(&I))
    return load(I, L->getPointerOperand(), L->getType());
  if (auto *S = dyn_cast<SelectInst>(&I)) {
    Expr C = of(S->getCondition()), A = of(S->getTrueValue()), B = of(S->getFalseValue());
    return C && A && B ? Ctx.ite(C, A, B) : Expr();
  }
  if (isa<FreezeInst>(I))
    return of(I.getOperand(0));
  if (auto *U = dyn_cast<UnaryOperator>(&I))
    return pure(I, 0, of(U->getOperand(0)), W);
  if (auto *A = dyn_cast<AtomicRMWInst>(&I)) {
    ArrayRef<unsigned> At = Objects.of(A->getPointerOperand());
    if (At.size() == 1 && W == 32 && isCounter(At[0]))
      return bounded(opaque(&I, W), 0, INT32_MAX);
  }
  if (auto *X = dyn_cast<ExtractElementInst>(&I)) {
    auto *L = dyn_cast<LoadInst>(X->getVectorOperand());
    auto *Index = dyn_cast<ConstantInt>(X->getIndexOperand());
    if (L && Index && L->getParent() == I.getParent() && W % 8 == 0)
      return load(*L, L->getPointerOperand(), I.getType(), Index->getZExtValue() * (W / 8));
  }
  if (auto *X = dyn_cast<ExtractValueInst>(&I)) {
    if (auto *Cas = dyn_cast<AtomicCmpXchgInst>(X->getAggregateOperand())) {
      Expr Found = of(Cas), Expected = of(Cas->getCompareOperand());
      return X->getIndices()[0] == 0 || !Found || !Expected ? Found : Ctx.eq(Found, Expected);
    }
    if (auto *O = dyn_cast<WithOverflowInst>(X->getAggregateOperand());
        O && X->getIndices()[0] == 0) {
      Expr A = of(O->getLHS()), B = of(O->getRHS());
      Op Code = O->getBinaryOp() == Instruction::Add   ? Op::Add
                : O->getBinaryOp() == Instruction::Sub ? Op::Sub
                                                       : Op::Mul;
      return Ctx.binary(Code, A, B);
    }
  }
  return Expr();
}

static std::optional<Op> operatorOf(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::Add:
    return Op::Add;
  case Instruction::Sub:
    return Op::Sub;
  case Instruction::Mul:
    return Op::Mul;
  case Instruction::UDiv:
    return Op::UDiv;
  case Instruction::SDiv:
    return Op::SDiv;
  case Instruction::URem:
    return Op::URem;
  case Instruction::SRem:
    return Op::SRem;
  case Instruction::Shl:
    return Op::Shl;
  case Instruction::LShr:
    return Op::LShr;
  case Instruction::AShr:
    return Op::AShr;
  case Instruction::And:
    return Op::And;
  case Instruction::Or:
    return Op::Or;
  case Instruction::Xor:
    return Op::Xor;
  default:
    return std::nullopt;
  }
}

const MagicDivision *Values::magicDivision(const Instruction &I) const {
  return MagicNumbers ? Divisions.at(I) : nullptr;
}

/// Null: some of its numbers are not those that the host passed.
Expr Values::divided(const MagicDivision &D) {
  auto Given = [&](const Value *V) {
    auto *Load = dyn_cast<LoadInst>(V);
    Expr E =
        Load ? load(*const_cast<LoadInst *>(Load), Load->getPointerOperand(), V->getType()) : of(V);
    const bool Is =
        E && E->op() == Op::Apply && Ctx.symbol(E->symbol()).Kind == SymbolKind::Parameter;
    return Is ? E : Expr();
  };
  Expr Dividend = of(D.Dividend), By = Given(D.Divisor);
  Expr Multiplier = Given(D.Multiplier), Shift = Given(D.Shift);
  if (!Dividend || !By || !Multiplier || !Shift)
    return Expr();
  const cudafix::MagicNumbers Used = {By->symbol(), Multiplier->symbol(), Shift->symbol(), D.Adds};
  if (!is_contained(Magic, Used))
    Magic.push_back(Used);
  return Ctx.binary(D.Remainder ? Op::URem : Op::UDiv, Dividend, By);
}

Expr Values::binary(BinaryOperator &I) {
  if (const MagicDivision *D = magicDivision(I))
    if (Expr E = divided(*D))
      return E;
  Expr A = of(I.getOperand(0)), B = of(I.getOperand(1));
  if (!A || !B)
    return Expr();
  std::optional<Op> O = operatorOf(I.getOpcode());
  if (!O)
    return pure(I, 0, {A, B}, A->width());
  uint8_t Flags = NoFlags;
  if (auto *W = dyn_cast<OverflowingBinaryOperator>(&I))
    Flags = (W->hasNoSignedWrap() ? NSW : 0) | (W->hasNoUnsignedWrap() ? NUW : 0);
  if (IndexArithmetic.contains(&I))
    Flags |= NSW;
  return Ctx.binary(*O, A, B, Flags);
}

/// pow(2, i) of an integer i as floating point: exact.
Expr Values::powerOfTwo(const Value *V, unsigned W) {
  if (auto *Ext = dyn_cast<FPExtInst>(V))
    V = Ext->getOperand(0);
  auto *C = dyn_cast<CallBase>(V);
  const Function *Callee = C ? C->getCalledFunction() : nullptr;
  if (!Callee || C->arg_size() != 2 || !Callee->getName().contains("pow"))
    return Expr();
  auto *Two = dyn_cast<ConstantFP>(C->getArgOperand(0));
  const Value *Exponent = C->getArgOperand(1);
  auto *Conversion = dyn_cast<CastInst>(Exponent);
  bool FromInt = Conversion && (isa<SIToFPInst>(Conversion) || isa<UIToFPInst>(Conversion));
  if (FromInt)
    Exponent = Conversion->getOperand(0);
  if (!Two || !Two->isExactlyValue(2.0) || !Exponent->getType()->isIntegerTy())
    return Expr();
  Expr E = of(Exponent);
  if (!E)
    return Expr();
  E = E->width() > W ? Ctx.trunc(E, W) : Ctx.zext(E, W);
  return Ctx.binary(Op::Shl, Ctx.constant(1, W), E);
}

Expr Values::cast(CastInst &I) {
  unsigned W = width(I.getType());
  Expr A = of(I.getOperand(0));
  if (!A)
    return Expr();
  switch (I.getOpcode()) {
  case Instruction::ZExt:
    return Ctx.zext(A, W);
  case Instruction::SExt:
    return Ctx.sext(A, W);
  case Instruction::Trunc:
    return Ctx.make(Op::Trunc, {A}, W, IndexArithmetic.contains(&I) ? NSW : NoFlags);
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
    return A->width() > W ? Ctx.trunc(A, W) : Ctx.zext(A, W);
  case Instruction::BitCast:
    return A->width() == W ? A : Expr();
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    if (Expr P = powerOfTwo(I.getOperand(0), W))
      return P;
    if (Expr P = floatQuotient(I))
      return P;
    return pure(I, A->width(), A, W);
  default:
    return pure(I, A->width(), A, W);
  }
}

/// Pointers into one object compare like their offsets: an object does not wrap around.
static CmpInst::Predicate ofOffsets(CmpInst::Predicate OfPointers) {
  return ICmpInst::isUnsigned(OfPointers) ? ICmpInst::getSignedPredicate(OfPointers) : OfPointers;
}

Expr Values::compare(CmpInst &I) {
  CmpInst::Predicate P = I.getPredicate();
  Expr A, B;
  if (I.getOperand(0)->getType()->isPointerTy()) {
    const PointerTerm Left = pointer(I.getOperand(0)), Right = pointer(I.getOperand(1));
    if (Left.Object == Right.Object && Left.Object->isConst()) {
      A = Left.Offset;
      B = Right.Offset;
      P = ofOffsets(P);
    }
  }
  if (!A) {
    A = of(I.getOperand(0));
    B = of(I.getOperand(1));
  }
  if (!A || !B)
    return Expr();
  if (I.isFPPredicate()) {
    CmpInst::Predicate Inverse = I.getInversePredicate();
    Expr E = pure(I, std::min(P, Inverse), {A, B}, 1);
    return P < Inverse ? E : Ctx.lnot(E);
  }
  switch (P) {
  case CmpInst::ICMP_EQ:
    return Ctx.eq(A, B);
  case CmpInst::ICMP_NE:
    return Ctx.ne(A, B);
  case CmpInst::ICMP_ULT:
    return Ctx.ult(A, B);
  case CmpInst::ICMP_ULE:
    return Ctx.ule(A, B);
  case CmpInst::ICMP_UGT:
    return Ctx.ult(B, A);
  case CmpInst::ICMP_UGE:
    return Ctx.ule(B, A);
  case CmpInst::ICMP_SLT:
    return Ctx.slt(A, B);
  case CmpInst::ICMP_SLE:
    return Ctx.sle(A, B);
  case CmpInst::ICMP_SGT:
    return Ctx.slt(B, A);
  case CmpInst::ICMP_SGE:
    return Ctx.sle(B, A);
  default:
    return Expr();
  }
}

/// Solves the phis of the loop's header and substitutes the solutions in all terms of the loop.
void Values::finishLoop(const llvm::Loop *L) {
  Recurrences R(*this, *L);
  Substitution *S = R.solve();
  if (S) {
    for (BasicBlock *B : L->blocks())
      for (Instruction &I : *B) {
        if (auto It = Map.find(&I); It != Map.end())
          It->second = (*S)(It->second);
        if (auto It = Pointers.find(&I); It != Pointers.end())
          It->second = {(*S)(It->second.Object), (*S)(It->second.Offset)};
      }
    for (LoopState &Inner : Loops)
      if (L->contains(Inner.L)) {
        Inner.TripCount = (*S)(Inner.TripCount);
        Inner.ExitValue = (*S)(Inner.ExitValue);
        Inner.ExitFact = (*S)(Inner.ExitFact);
        Inner.EntryFact = (*S)(Inner.EntryFact);
      }
  }
  // Contents known inside the loop are terms over its own counter.
  for (BasicBlock *B : L->blocks())
    Memory.forgetEnd(*B);
  LoopState &State = Loops[loopId(L)];
  R.orderExits();
  R.findTripCount();
  State.Close = std::make_unique<Substitution>(Ctx, [this, Id = State.Id](Expr E) -> Expr {
    const LoopState &S = Loops[Id];
    if (E->symbol() != S.Counter)
      return Expr();
    return S.ExitValue ? S.ExitValue : Ctx.apply(S.Exit, counters(S.L->getParentLoop()));
  });
}
