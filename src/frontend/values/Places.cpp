// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/Places.h"
#include "frontend/ptx/Ptx.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace cudafix::frontend;

namespace {

constexpr unsigned MostSteps = 64; ///< the most values examined for one index

/// The initial value of a counter that only grows without wrapping as a signed number; else null.
const Value *risesFrom(const PHINode &P) {
  const Value *From = nullptr;
  bool Rises = false;
  for (const Value *In : P.incoming_values()) {
    auto *Step = dyn_cast<BinaryOperator>(In);
    const ConstantInt *By =
        Step && Step->getOpcode() == Instruction::Add && Step->getOperand(0) == &P
            ? dyn_cast<ConstantInt>(Step->getOperand(1))
            : nullptr;
    if (By && By->getValue().isStrictlyPositive() && Step->hasNoSignedWrap()) {
      Rises = true;
      continue;
    }
    if (From && From != In)
      return nullptr;
    From = In;
  }
  return Rises ? From : nullptr;
}

class IndexRange {
public:
  /// The range of an integer, in its own width.
  ConstantRange of(const Value *V) {
    const ConstantRange All = ConstantRange::getFull(V->getType()->getIntegerBitWidth());
    if (auto *C = dyn_cast<ConstantInt>(V))
      return ConstantRange(C->getValue());
    auto *I = dyn_cast<Instruction>(V);
    // A value that a loop carries leads back to itself.
    if (!I || ++Steps > MostSteps || !Open.insert(I).second)
      return All;
    ConstantRange Found = ofInstruction(*I);
    Open.erase(I);
    return Found;
  }

private:
  ConstantRange ofInstruction(const Instruction &I) {
    const unsigned Width = I.getType()->getIntegerBitWidth();
    if (auto *Cast = dyn_cast<CastInst>(&I); Cast && Cast->getSrcTy()->isIntegerTy())
      return of(Cast->getOperand(0)).castOp(Cast->getOpcode(), Width);
    if (auto *B = dyn_cast<BinaryOperator>(&I))
      return of(B->getOperand(0)).binaryOp(B->getOpcode(), of(B->getOperand(1)));
    if (auto *S = dyn_cast<SelectInst>(&I))
      return of(S->getTrueValue()).unionWith(of(S->getFalseValue()));
    if (auto *P = dyn_cast<PHINode>(&I)) {
      if (const Value *From = risesFrom(*P)) {
        const APInt First = of(From).getSignedMin();
        return ConstantRange::getNonEmpty(First, APInt::getSignedMinValue(Width));
      }
      ConstantRange All = ConstantRange::getEmpty(Width);
      for (const Value *In : P->incoming_values())
        All = All.unionWith(of(In));
      return All;
    }
    if (auto *C = dyn_cast<CallBase>(&I))
      if (const PtxRegister *R = registerOf(*C); R && R->Term == PtxTerm::ThreadIdx)
        return ConstantRange(APInt(Width, 0), APInt(Width, 1024)); // for a block of any shape
    return ConstantRange::getFull(Width);
  }

  unsigned Steps = 0;
  SmallPtrSet<const Instruction *, 16> Open;
};

} // namespace

Places cudafix::frontend::placesOf(const Value &Ptr, Type &Accessed, const DataLayout &DL) {
  constexpr unsigned Wide = 160; // sums of products of 64 bits do not wrap
  ConstantRange At(APInt(Wide, 0));
  unsigned Narrowest = 64;
  const Value *Base = &Ptr;
  while (true) {
    unsigned Opcode = Operator::getOpcode(Base);
    if (Opcode == Instruction::BitCast || Opcode == Instruction::AddrSpaceCast) {
      Base = cast<Operator>(Base)->getOperand(0);
      continue;
    }
    auto *G = dyn_cast<GEPOperator>(Base);
    if (!G)
      break;
    const unsigned Width = DL.getIndexTypeSizeInBits(G->getType());
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Constant(Width, 0);
    Narrowest = std::min(Narrowest, Width);
    if (!G->collectOffset(DL, Width, Variable, Constant))
      return {};
    At = At.add(ConstantRange(Constant.sext(Wide)));
    for (auto &[Index, Scale] : Variable) {
      if (!Index->getType()->isIntegerTy() || Index->getType()->getIntegerBitWidth() > Width)
        return {};
      ConstantRange Of = IndexRange().of(Index).signExtend(Wide);
      At = At.add(Of.multiply(ConstantRange(Scale.zext(Wide))));
    }
    Base = G->getPointerOperand();
  }
  // Another base may be at another address for another thread, or in another turn of a loop.
  const TypeSize Size = DL.getTypeStoreSize(&Accessed);
  if (!isa<GlobalVariable>(Base) || Size.isScalable() || At.isEmptySet() || At.isFullSet())
    return {};
  const APInt First = At.getSignedMin(), Last = At.getSignedMax();
  const APInt Most = APInt(Wide, 1).shl(Narrowest - 2); // beyond that, addresses may wrap
  if (First.slt(-Most) || Last.sgt(Most))
    return {};
  return {Base, First.getSExtValue(),
          Last.getSExtValue() + static_cast<int64_t>(Size.getFixedValue())};
}
