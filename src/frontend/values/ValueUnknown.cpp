// SPDX-License-Identifier: Apache-2.0
//
// Values that are not modelled: which threads agree on them, and their names.

#include "frontend/values/Tickets.h"
#include "frontend/values/Values.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

/// The variable that a programmer sees in a value, or the source text of its expression.
std::string Values::displayName(const Value *V) {
  SmallVector<DbgVariableRecord *, 4> Records;
  findDbgValues(const_cast<Value *>(V), Records);
  for (DbgVariableRecord *R : Records)
    if (R->getExpression()->getNumElements() == 0 && !R->getVariable()->getName().empty())
      return R->getVariable()->getName().str();
  if (auto *I = dyn_cast<Instruction>(V); I && I->getDebugLoc() && !isa<PHINode>(I)) {
    bool Call = isa<CallBase>(I) || I->isAtomic() || isa<ExtractValueInst>(I);
    SourcePlace P = Source.place(I->getDebugLoc().get(), Call ? PlaceKind::Call : PlaceKind::Any);
    if (!P.Text.empty() && P.Text.size() <= 48)
      return P.Text;
  }
  StringRef Name = V->getName().split('.').first;
  return Name.empty() ? "value" : Name.str();
}

/// Adds the bits of the thread's position in the block, in runs, except those of `Among`.
void Values::addOtherBits(unsigned Among, SmallVectorImpl<Expr> &To) {
  constexpr unsigned LaneBits = 5;
  for (unsigned Begin = 0; Begin <= LaneBits;) {
    if (Among & 1u << Begin) {
      ++Begin;
      continue;
    }
    unsigned End = Begin;
    while (End < LaneBits && !(Among & 1u << End))
      ++End;
    Expr Part = linearThread();
    if (Begin)
      Part = Ctx.binary(Op::UDiv, Part, Ctx.constant(1u << Begin, 32));
    if (End < LaneBits)
      Part = Ctx.binary(Op::URem, Part, Ctx.constant(1u << (End - Begin), 32));
    To.push_back(Part);
    Begin = End + 1;
  }
}

/// The threads for which an unknown value is the same function of `Args`. Adds to `Args` the parts
/// of the thread's position on which the value depends, unless it depends on the whole position.
Uniformity Values::agreement(const Value *V, SmallVectorImpl<Expr> &Args) {
  Uniformity Level = U.of(V);
  if (Level != Uniformity::Thread)
    return Level;
  std::optional<Dependence> D = U.dependence(V);
  if (!D)
    return Level;
  for (unsigned I = 0; I < 3; ++I)
    if (D->Dims[I])
      Args.push_back(Ctx.threadIdx(I));
  if (D->Distances)
    addOtherBits(*D->Distances, Args);
  return Uniformity::Block;
}

/// Returns true if a variable that loops carry starts at non-negative numbers, and only
/// non-negative numbers are added to it on any path: `if (found) ++count` in nested loops.
static bool countsUp(const PHINode &P, const DataLayout &Layout) {
  constexpr size_t Most = 64;
  SmallSetVector<const Value *, 16> Web;
  Web.insert(&P);
  for (size_t I = 0; I < Web.size(); ++I) {
    const Value *V = Web[I];
    if (Web.size() > Most)
      return false;
    if (auto *Phi = dyn_cast<PHINode>(V)) {
      Web.insert_range(Phi->incoming_values());
    } else if (auto *Choice = dyn_cast<SelectInst>(V)) {
      Web.insert(Choice->getTrueValue());
      Web.insert(Choice->getFalseValue());
    } else if (auto *Sum = dyn_cast<BinaryOperator>(V);
               Sum && Sum->getOpcode() == Instruction::Add && Sum->hasNoSignedWrap()) {
      Web.insert(Sum->getOperand(0));
      Web.insert(Sum->getOperand(1));
    } else if (!isKnownNonNegative(V, SimplifyQuery(Layout))) {
      return false;
    }
  }
  return true;
}

/// Bounds the results of counters that start at 0.
void Values::boundTicket(Symbol &S, const Value &V) {
  const AtomicRMWInst *R = CountersFromZero ? growingCounter(V, Objects) : nullptr;
  if (!R)
    return;
  S.Lo = 0;
  if (floatTicket(*R).Number)
    S.Hi = (1 << 24) - 1;
}

Expr Values::opaque(const Value *V, unsigned Width, StringRef Reason) {
  Symbol S;
  S.Kind = SymbolKind::Opaque;
  auto *I = dyn_cast<Instruction>(V);
  SmallVector<Expr, 4> Args = counters(I ? LI.getLoopFor(I->getParent()) : nullptr);
  S.Level = agreement(V, Args);
  S.Evidence = I ? U.evidence(I) : std::nullopt;
  S.IfSteady = S.Level > Uniformity::Block && U.isIfSteady(V);
  S.IfWholeRows = S.Level > Uniformity::Block && U.isIfWholeRows(V);
  S.OfPlace = S.Level > Uniformity::Launch && U.isOfPlace(V);
  S.Width = Width;
  S.Name = displayName(V);
  S.Reason = Reason.str();
  boundTicket(S, *V);
  if (auto *P = dyn_cast<PHINode>(V);
      P && P->getType()->isIntegerTy() && Width > 1 && countsUp(*P, F.getDataLayout()))
    S.Lo = 0;
  if (I)
    if (MDNode *Range = I->getMetadata(LLVMContext::MD_range);
        Range && I->getType()->isIntegerTy()) {
      ConstantRange R = getConstantRangeFromMetadata(*Range);
      if (!R.isSignWrappedSet() && Width <= 64) {
        S.Lo = R.getSignedMin().getSExtValue();
        S.Hi = R.getSignedMax().getSExtValue();
      }
    }
  return Ctx.apply(Ctx.addSymbol(std::move(S)), Args);
}

/// The value that the instruction copies from memory that is not written until the next barrier, or
/// composes of elements.
Expr Values::assembled(Instruction &I) {
  constexpr uint64_t Most = 64;
  SmallVector<Expr, 16> Parts;
  if (auto *X = dyn_cast<InsertElementInst>(&I)) {
    auto *At = dyn_cast<ConstantInt>(X->getOperand(2));
    if (!At)
      return Expr();
    if (!isa<UndefValue>(X->getOperand(0)))
      Parts.push_back(identity(X->getOperand(0)));
    Parts.push_back(of(X->getOperand(1)));
    return pure(I, At->getZExtValue(), Parts, 64);
  }
  if (auto *Set = dyn_cast<MemSetInst>(&I))
    return pure(I, 0, {of(Set->getValue()), of(Set->getLength())}, 64);
  auto *Copy = dyn_cast<CallBase>(&I);
  bool Copies = Copy && classify(*Copy).Kind == CallKind::Copy;
  const Value *From = Copies             ? pointerOperand(I, true)
                      : isa<LoadInst>(I) ? pointerOperand(I)
                                         : nullptr;
  auto *Length = Copies ? dyn_cast<ConstantInt>(Copy->getArgOperand(2)) : nullptr;
  uint64_t Bytes = Length ? Length->getZExtValue()
                   : From && !Copies
                       ? F.getDataLayout().getTypeStoreSize(I.getType()).getKnownMinValue()
                       : 0;
  SmallVector<PointsTo, 2> Ts;
  if (From && Bytes && Bytes <= Most)
    Ts = targets(From);
  if (Ts.size() != 1)
    return Expr();
  unsigned Object = Ts[0].Object;
  if (I.isVolatile() || Objects.object(Object).What == MemoryObject::Kind::Local ||
      Objects.isWild(Object) ||
      (Objects.isShared(Object) ? !Loads.isStable(I) : !Objects.isReadOnly(Object, nullptr)))
    return Expr();
  // All threads get the same struct; the object is not named after one of its fields.
  if (Objects.object(Object).What == MemoryObject::Kind::ByValue)
    return pure(I, Bytes, {Ctx.constant(Object, 64), Ts[0].Offset}, 64);
  unsigned Step = Bytes % 8 == 0 ? 8 : Bytes % 4 == 0 ? 4 : 1;
  Type *Ty = IntegerType::get(I.getContext(), 8 * Step);
  for (uint64_t Byte = 0; Byte < Bytes; Byte += Step)
    Parts.push_back(
        loadFrom(I, Object, Ctx.add(Ts[0].Offset, Ctx.constant(Byte, 64), NSW), 8 * Step, Ty));
  return pure(I, Bytes, Parts, 64);
}

Expr Values::identity(const Value *V) {
  Expr E = of(V);
  if (auto *I = dyn_cast<Instruction>(V); I && !E)
    E = assembled(const_cast<Instruction &>(*I));
  return E ? E : opaque(V, 64);
}

/// Finds the values of which conditions and addresses consist.
void Values::findDeciding() {
  SmallVector<const Value *, 32> Work;
  for (const BasicBlock &B : F)
    for (const Instruction &I : B) {
      if (auto *Branch = dyn_cast<BranchInst>(&I); Branch && Branch->isConditional())
        Work.push_back(Branch->getCondition());
      if (auto *Switch = dyn_cast<SwitchInst>(&I))
        Work.push_back(Switch->getCondition());
      if (auto *Select = dyn_cast<SelectInst>(&I))
        Work.push_back(Select->getCondition());
      if (auto *Address = dyn_cast<GetElementPtrInst>(&I))
        append_range(Work, Address->indices());
    }
  while (!Work.empty())
    if (auto *I = dyn_cast<Instruction>(Work.pop_back_val()); I && Deciding.insert(I).second)
      append_range(Work, I->operand_values());
}

/// The threads that read equal contents at equal indices and parameters, for everything that `E`
/// reads: the launch, if none of it is written; the block, if none is written until the next
/// barrier; else no others. `Solved`: placeholders of loops do not count, because their solutions
/// become arguments.
Uniformity Values::agreementOnMemory(Expr E, bool Solved) const {
  Uniformity Level = Uniformity::Launch;
  ExprContext::visit(E, [&](Expr N) {
    if (N->op() != Op::Apply)
      return;
    const Symbol &S = Ctx.symbol(N->symbol());
    if ((S.Kind == SymbolKind::Load && !S.ReadOnly) ||
        (S.Kind == SymbolKind::Opaque && !(Solved && Placeholders.contains(N->symbol()))))
      Level = std::max(Level, S.Level);
  });
  return Level <= Uniformity::Block ? Level : Uniformity::Thread;
}

/// An unknown function of `Args`, if threads agree on what these read; else an unknown value of the
/// thread and the iteration that depends only on `Args`. `Key` distinguishes operations with one
/// opcode (predicate, callee). In loops, values of which conditions and addresses consist stay
/// unknown values: as functions they would be in every question.
Expr Values::pure(Instruction &I, unsigned Key, ArrayRef<Expr> Args, unsigned Width) {
  std::vector<uint64_t> Id{I.getOpcode(), Key, Width};
  SmallSetVector<Expr, 4> Operands;
  unsigned Inner = 0;
  Uniformity Level = Uniformity::Launch;
  const bool Solved = !Deciding.contains(&I);
  for (Expr A : Args) {
    if (!A)
      return opaque(&I, Width);
    Id.push_back(A->id());
    Inner = std::max(Inner, Innermost(A));
    Level = std::max(Level, agreementOnMemory(A, Solved));
    if (!A->isConst())
      Operands.insert(A);
  }
  Expr &Known = PureValues[Id];
  if (Known)
    return Known;
  SmallVector<Expr, 4> Stands = counters(Inner ? Loops[Inner - 1].L : nullptr);
  Symbol S;
  S.Kind = SymbolKind::Opaque;
  S.Width = Width;
  S.Name = displayName(&I);
  if (Level != Uniformity::Thread) {
    S.Level = Level;
    S.OfPlace = Level > Uniformity::Launch && U.isOfPlace(&I);
    Known = Ctx.apply(Ctx.addSymbol(S), Operands.getArrayRef());
    if (!tooLarge(Known))
      return Known;
  }
  S.Level = agreement(&I, Stands);
  S.Evidence = U.evidence(&I);
  S.IfSteady = S.Level > Uniformity::Block && U.isIfSteady(&I);
  S.IfWholeRows = S.Level > Uniformity::Block && U.isIfWholeRows(&I);
  S.OfPlace = S.Level > Uniformity::Launch && U.isOfPlace(&I);
  for (Expr A : Operands) // a value computed from one that is not modelled is not modelled, either
    ExprContext::visit(A, [&](Expr N) {
      if (N->op() == Op::Apply && S.Reason.empty())
        S.Reason = Ctx.symbol(N->symbol()).Reason;
    });
  boundTicket(S, I);
  return Known = Ctx.apply(Ctx.addSymbol(std::move(S)), Stands);
}
