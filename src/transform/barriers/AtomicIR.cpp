// SPDX-License-Identifier: Apache-2.0

#include "transform/barriers/AtomicIR.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace cudafix::transform {

namespace {

/// Returns true if the two are the same value, perhaps computed twice.
bool sameValue(const Value *A, const Value *B, unsigned Depth = 12) {
  if (A == B)
    return true;
  const auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  if (!I || !J || Depth == 0 || !I->isSameOperationAs(J) || I->mayReadOrWriteMemory() ||
      isa<PHINode>(I))
    return false;
  return all_of(zip(I->operands(), J->operands()), [&](auto Pair) {
    return sameValue(std::get<0>(Pair), std::get<1>(Pair), Depth - 1);
  });
}

/// The atomic operation for `New = f(Old)`, with its other operand.
std::optional<std::pair<AtomicRMWInst::BinOp, Value *>> atomicForm(Value *New, Value *Old) {
  if (auto *MinMax = dyn_cast<MinMaxIntrinsic>(New)) {
    bool Left = MinMax->getLHS() == Old;
    if (!Left && MinMax->getRHS() != Old)
      return std::nullopt;
    Value *Other = Left ? MinMax->getRHS() : MinMax->getLHS();
    switch (MinMax->getIntrinsicID()) {
    case Intrinsic::smax:
      return std::pair(AtomicRMWInst::Max, Other);
    case Intrinsic::smin:
      return std::pair(AtomicRMWInst::Min, Other);
    case Intrinsic::umax:
      return std::pair(AtomicRMWInst::UMax, Other);
    default:
      return std::pair(AtomicRMWInst::UMin, Other);
    }
  }
  auto *Op = dyn_cast<BinaryOperator>(New);
  if (!Op || (Op->getOperand(0) != Old && !(Op->isCommutative() && Op->getOperand(1) == Old)))
    return std::nullopt;
  Value *Other = Op->getOperand(Op->getOperand(0) == Old ? 1 : 0);
  if (Other == Old)
    return std::nullopt;
  switch (Op->getOpcode()) {
  case Instruction::Add:
    return std::pair(AtomicRMWInst::Add, Other);
  case Instruction::Sub:
    return std::pair(AtomicRMWInst::Sub, Other);
  case Instruction::And:
    return std::pair(AtomicRMWInst::And, Other);
  case Instruction::Or:
    return std::pair(AtomicRMWInst::Or, Other);
  case Instruction::Xor:
    return std::pair(AtomicRMWInst::Xor, Other);
  case Instruction::FAdd:
    return std::pair(AtomicRMWInst::FAdd, Other);
  default:
    return std::nullopt;
  }
}

/// Rewrites `*p = f(*p)`.
class AtomicWriter {
public:
  AtomicWriter(LoadInst &Load, StoreInst &Store, SyncScope::ID Scope)
      : Load(Load), Store(Store), Scope(Scope), New(Store.getValueOperand()),
        DT(*Store.getFunction()) {}

  Error run() {
    if (Error E = collectSteps())
      return E;
    if (Error E = checkUses())
      return E;
    auto Form = atomicForm(New, &Load);
    if (auto *Other = Form ? dyn_cast<Instruction>(Form->second) : nullptr;
        Other && dependsOnLoad(Other))
      Form.reset(); // so for x + a * x
    Value *Old = Form ? simple(Form->first, Form->second) : loop();
    finish(Old);
    return Error::success();
  }

private:
  static Error fail(const char *Why) { return createStringError(Why); }

  /// Collects the computations from the old value to the new one, in order.
  Error collectSteps() {
    if (Load.getType() != New->getType() ||
        !sameValue(Load.getPointerOperand(), Store.getPointerOperand()))
      return fail("the read and the write are not of the same location");
    if (!DT.dominates(&Load, &Store) || New == &Load)
      return fail("the value written is not computed from the value read");
    if (!collect(New) || !Steps.contains(dyn_cast<Instruction>(New)))
      return fail("the value written depends on more than the statement computes");
    return Error::success();
  }

  /// Adds the instructions between the load and `V`; false: one of them cannot be repeated.
  bool collect(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || I == &Load || Steps.contains(I) || !dependsOnLoad(I))
      return true;
    if (isa<PHINode>(I) || I->mayReadOrWriteMemory() || I->mayHaveSideEffects())
      return false;
    for (Value *Op : I->operands())
      if (!collect(Op))
        return false;
    return Steps.insert(I);
  }

  bool dependsOnLoad(Instruction *I) {
    SmallSetVector<Instruction *, 16> Seen;
    Seen.insert(I);
    for (unsigned At = 0; At < Seen.size(); ++At)
      for (Value *Op : Seen[At]->operands()) {
        if (Op == &Load)
          return true;
        if (auto *Next = dyn_cast<Instruction>(Op); Next && DT.dominates(&Load, Next))
          Seen.insert(Next);
      }
    return false;
  }

  /// Checks uses of the old value and of the steps: they are known only after the atomic operation.
  Error checkUses() {
    auto After = [&](Instruction *I) {
      return all_of(I->uses(), [&](const Use &U) {
        return U.getUser() == &Store || Steps.contains(cast<Instruction>(U.getUser())) ||
               DT.dominates(&Store, U);
      });
    };
    if (!After(&Load) || !all_of(Steps, After))
      return fail("the value read is used before the write");
    return Error::success();
  }

  Value *simple(AtomicRMWInst::BinOp Op, Value *Other) {
    IRBuilder<> B(&Store);
    return B.CreateAtomicRMW(Op, Store.getPointerOperand(), Other, Store.getAlign(),
                             AtomicOrdering::Monotonic, Scope);
  }

  Value *repeat(IRBuilder<> &B, Value *Old) {
    ValueToValueMapTy Map;
    Map[&Load] = Old;
    for (Instruction *Step : Steps) {
      Instruction *Copy = B.Insert(Step->clone(), Step->getName());
      RemapInstruction(Copy, Map, RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
      Map[Step] = Copy;
    }
    return Map[New];
  }

  /// Builds old = *p; do { seen = old; old = atomicCAS(p, seen, f(seen)); } while (old != seen);
  Value *loop() {
    Type *T = Load.getType();
    IRBuilder<> B(&Store);
    IntegerType *Bits = B.getIntNTy(Store.getDataLayout().getTypeSizeInBits(T));
    Value *First = B.CreateLoad(T, Store.getPointerOperand(), "old");
    BasicBlock *Before = Store.getParent();
    BasicBlock *After = SplitBlock(Before, &Store);
    After->setName("atomic.done");
    BasicBlock *Retry =
        BasicBlock::Create(B.getContext(), "atomic.retry", Before->getParent(), After);
    Before->getTerminator()->setSuccessor(0, Retry);
    B.SetInsertPoint(Retry);
    PHINode *Seen = B.CreatePHI(T, 2, "seen");
    Value *Next = repeat(B, Seen);
    auto *Cas = B.CreateAtomicCmpXchg(Store.getPointerOperand(), B.CreateBitCast(Seen, Bits),
                                      B.CreateBitCast(Next, Bits), Store.getAlign(),
                                      AtomicOrdering::Monotonic, AtomicOrdering::Monotonic, Scope);
    Value *Old = B.CreateBitCast(B.CreateExtractValue(Cas, 0), T);
    Seen->addIncoming(First, Before);
    Seen->addIncoming(Old, Retry);
    B.CreateCondBr(B.CreateExtractValue(Cas, 1), After, Retry);
    return Seen;
  }

  /// Replaces later uses by the result of the atomic, and deletes unused instructions.
  void finish(Value *Old) {
    IRBuilder<> B(&Store);
    bool NewIsUsed = any_of(Steps, [&](Instruction *I) {
      return any_of(I->users(),
                    [&](User *U) { return U != &Store && !Steps.contains(cast<Instruction>(U)); });
    });
    if (NewIsUsed) {
      ValueToValueMapTy Map;
      Map[&Load] = Old;
      for (Instruction *Step : Steps) {
        Instruction *Copy = B.Insert(Step->clone(), Step->getName());
        RemapInstruction(Copy, Map, RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
        Map[Step] = Copy;
        Step->replaceUsesWithIf(Copy, [&](Use &U) {
          return U.getUser() != &Store && U.getUser() != Copy &&
                 !Steps.contains(cast<Instruction>(U.getUser()));
        });
      }
    }
    Load.replaceUsesWithIf(Old, [&](Use &U) {
      return !Steps.contains(cast<Instruction>(U.getUser())) && U.getUser() != Old;
    });
    Store.eraseFromParent();
    for (Instruction *Step : reverse(Steps))
      if (Step->use_empty())
        Step->eraseFromParent();
    if (Load.use_empty())
      Load.eraseFromParent();
  }

  LoadInst &Load;
  StoreInst &Store;
  SyncScope::ID Scope;
  Value *New;
  DominatorTree DT;
  SmallSetVector<Instruction *, 8> Steps;
};

} // namespace

Error makeAtomic(Instruction *Load, Instruction *Store, StringRef Scope) {
  auto *S = dyn_cast<StoreInst>(Store);
  auto *L = dyn_cast_or_null<LoadInst>(Load);
  if (!S || (Load && !L))
    return createStringError("not a plain load and store");
  Type *T = S->getValueOperand()->getType();
  if (!T->isIntegerTy() && !T->isFloatingPointTy())
    return createStringError("no atomic exists for the type");
  if (S->getDataLayout().getTypeSizeInBits(T) > 64)
    return createStringError("no atomic exists for more than 64 bits");
  SyncScope::ID Id = S->getContext().getOrInsertSyncScopeID(Scope);
  if (L)
    return AtomicWriter(*L, *S, Id).run();
  IRBuilder<> B(S);
  B.CreateAtomicRMW(AtomicRMWInst::Xchg, S->getPointerOperand(), S->getValueOperand(),
                    S->getAlign(), AtomicOrdering::Monotonic, Id);
  S->eraseFromParent();
  return Error::success();
}

Error makeSingleWriter(Instruction *Store, bool AcrossBlocks) {
  if (!isa<StoreInst>(Store))
    return createStringError("not a plain store");
  IRBuilder<> B(Store);
  SmallVector<Intrinsic::ID, 6> Indices{Intrinsic::nvvm_read_ptx_sreg_tid_x,
                                        Intrinsic::nvvm_read_ptx_sreg_tid_y,
                                        Intrinsic::nvvm_read_ptx_sreg_tid_z};
  if (AcrossBlocks)
    Indices.append({Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                    Intrinsic::nvvm_read_ptx_sreg_ctaid_z});
  Value *Index = B.getInt32(0);
  for (Intrinsic::ID Id : Indices)
    Index = B.CreateOr(Index, B.CreateIntrinsic(B.getInt32Ty(), Id, {}));
  Value *First = B.CreateICmpEQ(Index, B.getInt32(0), "writer");
  Store->moveBefore(SplitBlockAndInsertIfThen(First, Store->getIterator(), false)->getIterator());
  return Error::success();
}

} // namespace cudafix::transform
