// SPDX-License-Identifier: Apache-2.0

#include "frontend/ptx/AsmLowering.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

AsmLowering::AsmLowering(CallInst &Call) : Call(Call), F(*Call.getFunction()), B(&Call) {}

/// Names the inputs, including outputs that are also inputs.
bool AsmLowering::bindOperands() {
  Registers.clear();
  Outputs = 0;
  unsigned Number = 0, Argument = 0;
  for (const InlineAsm::ConstraintInfo &C :
       cast<InlineAsm>(Call.getCalledOperand())->ParseConstraints()) {
    if (C.Type == InlineAsm::isClobber)
      continue;
    if (C.Type == InlineAsm::isLabel || C.isIndirect)
      return false;
    std::string Name = "$" + std::to_string(Number++);
    if (C.Type == InlineAsm::isOutput) {
      ++Outputs;
      continue;
    }
    Value *V = Call.getArgOperand(Argument++);
    Registers[Name] = V;
    unsigned Tied = 0;
    if (!C.Codes.empty() && !StringRef(C.Codes[0]).getAsInteger(10, Tied))
      Registers["$" + std::to_string(Tied)] = V;
  }
  return true;
}

/// The IR type of a PTX type; null: its arithmetic is not supported.
Type *AsmLowering::typeOf(StringRef Type) {
  unsigned Width = 0;
  if (Type == "pred")
    return B.getInt1Ty();
  if (Type == "f32")
    return B.getFloatTy();
  if (Type == "f64")
    return B.getDoubleTy();
  if (Type.empty() || !StringRef("bus").contains(Type[0]) ||
      Type.drop_front().getAsInteger(10, Width) || Width < 8 || Width > 64 || !isPowerOf2_32(Width))
    return nullptr;
  return B.getIntNTy(Width);
}

Value *AsmLowering::asType(Value *V, Type *T) {
  if (!V || V->getType() == T)
    return V;
  if (V->getType()->isPointerTy())
    V = B.CreatePtrToInt(V, B.getInt64Ty());
  if (V->getType()->isFloatingPointTy())
    V = B.CreateBitCast(V, B.getIntNTy(V->getType()->getPrimitiveSizeInBits()));
  if (!V->getType()->isIntegerTy())
    return nullptr;
  if (T->isPointerTy())
    return B.CreateIntToPtr(B.CreateZExtOrTrunc(V, B.getInt64Ty()), T);
  if (T->isFloatingPointTy())
    return B.CreateBitCast(B.CreateZExtOrTrunc(V, B.getIntNTy(T->getPrimitiveSizeInBits())), T);
  return T->isIntegerTy() ? B.CreateZExtOrTrunc(V, T) : nullptr;
}

Value *AsmLowering::call(StringRef Name, ArrayRef<Value *> Args, Type *Result) {
  SmallVector<Type *, 4> Types;
  for (Value *A : Args)
    Types.push_back(A->getType());
  auto *Type = FunctionType::get(Result ? Result : B.getVoidTy(), Types, /*isVarArg=*/false);
  return B.CreateCall(F.getParent()->getOrInsertFunction(Name, Type), Args);
}

/// The special register that an operand names; null: none.
static const PtxRegister *special(StringRef Operand) {
  return Operand.starts_with("%") ? registerOf(Operand.ltrim('%')) : nullptr;
}

Value *AsmLowering::read(const PtxRegister &R) {
  std::string Dotted = R.Name.str();
  // try a dot after the first part of lanemask_eq, cluster_ctaid.x and globaltimer_lo
  if (size_t At = Dotted.find('_'); At != std::string::npos)
    Dotted[At] = '.';
  for (StringRef Name : {StringRef(R.Name), StringRef(Dotted)})
    if (Intrinsic::ID Id = Intrinsic::lookupIntrinsicID(("llvm.nvvm.read.ptx.sreg." + Name).str()))
      return intrinsic(Id);
  return call((RegisterPrefix + R.Name).str(), {}, B.getIntNTy(R.Bits));
}

/// An operand as a value of a type: a register or a number.
Value *AsmLowering::source(StringRef Name, Type *T) {
  if (auto At = Registers.find(Name); At != Registers.end())
    return asType(At->second, T);
  if (T->isIntegerTy(1) && Name.consume_front("!")) {
    Value *V = source(Name, T);
    return V ? B.CreateNot(V) : nullptr;
  }
  int64_t Number = 0;
  uint64_t Bits = 0;
  if (!Name.rtrim("U").getAsInteger(0, Number))
    return asType(B.getInt64(Number), T);
  if (!Name.rtrim("U").getAsInteger(0, Bits))
    return asType(B.getInt64(Bits), T);
  if (Name.starts_with_insensitive("0f") && !Name.drop_front(2).getAsInteger(16, Bits))
    return asType(B.getInt32(Bits), T);
  if (Name.starts_with_insensitive("0d") && !Name.drop_front(2).getAsInteger(16, Bits))
    return asType(B.getInt64(Bits), T);
  return Name == "WARP_SZ" ? asType(B.getInt32(32), T) : nullptr;
}

Value *AsmLowering::source(unsigned I, Type *T) {
  return I < Now->Operands.size() && T ? source(Now->Operands[I], T) : nullptr;
}

/// Returns true for a statement that only changes registers.
bool AsmLowering::computes(PtxClass Class) const {
  return Class == PtxClass::Value || Class == PtxClass::Hint;
}

/// Lowers one statement. Returns false if it is not understood.
bool AsmLowering::statement(const PtxStatement &S) {
  Now = &S;
  for (StringRef O : S.Operands)
    if (const PtxRegister *R = special(O))
      assign(O, read(*R));
  switch (classOf(S.Opcode)) {
  case PtxClass::Value:
    if (S.Opcode.starts_with("mapa.") || S.Opcode.starts_with("getctarank."))
      return mapAddress();
    return !S.Operands.empty() && compute();
  case PtxClass::Lanes:
    return !S.Operands.empty() && (S.Opcode.starts_with("mma.") ? multiply() : exchange());
  case PtxClass::Load:
    return S.Opcode.starts_with("ldmatrix.") ? matrix(/*Load=*/true) : access(/*Load=*/true);
  case PtxClass::Store:
    return S.Opcode.starts_with("mbarrier.")   ? mbarrier()
           : S.Opcode.starts_with("stmatrix.") ? matrix(/*Load=*/false)
                                               : access(/*Load=*/false);
  case PtxClass::Update:
    return update();
  case PtxClass::AsyncCopy:
    return asyncCopy();
  case PtxClass::Fence:
    return fence();
  case PtxClass::WarpBarrier:
  case PtxClass::Barrier:
    return barrier();
  case PtxClass::Exit:
    intrinsic(Intrinsic::nvvm_exit);
    return true;
  case PtxClass::Trap:
    intrinsic(Intrinsic::trap);
    return true;
  case PtxClass::Hint:
    if (Value *Time = S.Opcode == "nanosleep.u32" ? source(0, B.getInt32Ty()) : nullptr)
      intrinsic(Intrinsic::nvvm_nanosleep, {Time});
    if (S.Opcode == "griddepcontrol.wait")
      intrinsic(Intrinsic::nvvm_griddepcontrol_wait);
    if (S.Opcode == "griddepcontrol.launch_dependents")
      intrinsic(Intrinsic::nvvm_griddepcontrol_launch_dependents);
    return true;
  case PtxClass::OwnFence:
    return ownFence();
  case PtxClass::Copy:
    return bulkCopy();
  case PtxClass::Wait:
    return S.Opcode.starts_with("barrier.cluster.") ? clusterBarrier() : mbarrier();
  case PtxClass::Branch:
  case PtxClass::Call:
  case PtxClass::Unknown:
    return false;
  }
  return false;
}

/// Starts a branch that is taken if the condition holds, and sets the builder to its end; returns
/// the block before it.
BasicBlock *AsmLowering::branch(Value *Holds) {
  BasicBlock *From = B.GetInsertBlock();
  Instruction *End = SplitBlockAndInsertIfThen(Holds, &Call, /*Unreachable=*/false);
  End->setDebugLoc(Call.getDebugLoc());
  From->getTerminator()->setDebugLoc(Call.getDebugLoc());
  B.SetInsertPoint(End);
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  return From;
}

/// A statement under a predicate: values are selected; everything else goes into a branch.
bool AsmLowering::guarded(const PtxStatement &S) {
  if (!S.Label.empty())
    return false;
  if (S.Guard.empty())
    return statement(S);
  Value *Holds = source(S.Guard, B.getInt1Ty());
  if (!Holds)
    return false;
  if (S.Negated)
    Holds = B.CreateNot(Holds);
  StringMap<Value *> Before = Registers;
  bool InBranch = !Rehearsal && !computes(classOf(S.Opcode));
  BasicBlock *From = InBranch ? branch(Holds) : nullptr;
  if (!statement(S))
    return false;
  BasicBlock *Then = B.GetInsertBlock();
  if (InBranch)
    B.SetInsertPoint(&Call);
  for (auto &Entry : Registers) {
    Value *Old = Before.lookup(Entry.getKey()), *New = Entry.getValue();
    if (Old == New || special(Entry.getKey()))
      continue;
    if (InBranch && Old)
      B.SetInsertPoint(From->getTerminator());
    Old = Old ? asType(Old, New->getType()) : Constant::getNullValue(New->getType());
    if (InBranch)
      B.SetInsertPoint(&Call);
    if (!Old)
      return false;
    if (!InBranch) {
      Entry.setValue(B.CreateSelect(Holds, New, Old));
      continue;
    }
    PHINode *Phi = PHINode::Create(New->getType(), 2, "", Call.getParent()->begin());
    Phi->setDebugLoc(Call.getDebugLoc());
    Phi->addIncoming(New, Then);
    Phi->addIncoming(Old, From);
    Entry.setValue(Phi);
  }
  return true;
}

/// The value of output `I`; null: no statement has set it to a value that fits.
Value *AsmLowering::output(unsigned I) {
  auto *S = dyn_cast<StructType>(Call.getType());
  return asType(Registers.lookup("$" + std::to_string(I)),
                S ? S->getElementType(I) : Call.getType());
}

/// Replaces the call's result by the values of the outputs.
void AsmLowering::finish() {
  for (User *U : make_early_inc_range(Call.users()))
    if (auto *Part = dyn_cast<ExtractValueInst>(U); Part && Part->getNumIndices() == 1) {
      Value *V = output(Part->getIndices()[0]);
      V->takeName(Part);
      Part->replaceAllUsesWith(V);
      Part->eraseFromParent();
    }
  if (!Call.use_empty()) {
    auto *S = dyn_cast<StructType>(Call.getType());
    Value *Result = S ? PoisonValue::get(S) : output(0);
    for (unsigned I = 0; I < Outputs && S; ++I)
      Result = B.CreateInsertValue(Result, output(I), I);
    Result->takeName(&Call);
    Call.replaceAllUsesWith(Result);
  }
  Call.eraseFromParent();
}

bool AsmLowering::run() {
  std::string Text = withoutUniqueIds(cast<InlineAsm>(Call.getCalledOperand())->getAsmString());
  auto Statements = parsePtx(Text);
  if (!Statements || !bindOperands())
    return false;
  Rehearsal = true;
  BasicBlock *Scratch = BasicBlock::Create(F.getContext(), "", &F);
  B.SetInsertPoint(Scratch);
  const bool Repeats = waitLoop(*Statements);
  bool Known = Repeats || all_of(*Statements, [&](const PtxStatement &S) { return guarded(S); });
  Known = Known && all_of(seq(Outputs), [&](unsigned I) { return output(I) != nullptr; });
  Scratch->eraseFromParent();
  if (!Known) {
    noteTiles(*Statements);
    return false;
  }
  Rehearsal = false;
  bindOperands();
  B.SetInsertPoint(&Call);
  if (Repeats)
    waitLoop(*Statements);
  else
    for (const PtxStatement &S : *Statements)
      guarded(S);
  finish();
  return true;
}

void frontend::lowerAssembly(Function &F) {
  SmallVector<CallInst *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isInlineAsm())
      Calls.push_back(Call);
  for (CallInst *Call : Calls)
    AsmLowering(*Call).run();
}
