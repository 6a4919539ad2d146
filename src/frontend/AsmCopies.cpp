// SPDX-License-Identifier: Apache-2.0

#include "frontend/AsmCopies.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include <tuple>

using namespace llvm;

namespace cudafix::frontend {

namespace {

/// One statement; operands as written, "$0" or a number.
struct AsyncStatement {
  enum class Kind { Copy, Commit, Wait } What;
  StringRef To, From;  ///< Copy: addresses
  StringRef Count;     ///< Copy: bytes; Wait: groups that may be under way
  StringRef Condition; ///< Copy: made where this operand is not 0; empty: always
};

StringRef word(StringRef Text) {
  return Text.take_until([](char C) { return isSpace(C); });
}

/// Reads "cp.async.cg.shared.global [$0], [$1], 16", its likes and what belongs to them;
/// copies also under a predicate that is set from an operand. Anything else: nothing.
SmallVector<AsyncStatement, 2> readStatements(StringRef Text) {
  using Kind = AsyncStatement::Kind;
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, ';', -1, /*KeepEmpty=*/false);
  SmallVector<AsyncStatement, 2> Steps;
  StringRef Predicate, Condition;
  for (StringRef S : Parts) {
    S = S.trim(" \t\n\r{}");
    if (S.empty() || S.starts_with(".reg"))
      continue;
    StringRef Guard;
    if (S.consume_front("@")) {
      Guard = word(S);
      S = S.drop_front(Guard.size()).ltrim();
    }
    StringRef Op = word(S);
    SmallVector<StringRef, 4> Args;
    S.drop_front(Op.size()).split(Args, ',');
    for (StringRef &A : Args)
      A = A.trim(" \t\n[]");
    bool Copies = Op.starts_with("cp.async.ca.shared") || Op.starts_with("cp.async.cg.shared");
    if (Copies && Args.size() >= 3 && Guard == Predicate)
      Steps.push_back({Kind::Copy, Args[0], Args[1], Args[2], Condition});
    else if (!Guard.empty())
      return {};
    else if (Op.starts_with("setp.ne.") && Args.size() == 3 && Args[2] == "0")
      std::tie(Predicate, Condition) = std::tie(Args[0], Args[1]);
    else if (Op == "cp.async.commit_group")
      Steps.push_back({Kind::Commit, "", "", "", ""});
    else if (Op == "cp.async.wait_group")
      Steps.push_back({Kind::Wait, "", "", Args[0], ""});
    else if (Op == "cp.async.wait_all") // of copies in no group, too
      Steps.append({{Kind::Commit, "", "", "", ""}, {Kind::Wait, "", "", "0", ""}});
    else
      return {};
  }
  return Steps;
}

/// Takes the address apart into one pointer and the summands that are added to it.
bool takeApart(Value *Address, Value *&Base, SmallVectorImpl<Value *> &Added, unsigned Depth = 0) {
  if (auto *P = dyn_cast<PtrToIntOperator>(Address)) {
    if (Base)
      return false;
    Base = P->getPointerOperand();
    return true;
  }
  if (Depth < 16) {
    if (auto *Sum = dyn_cast<AddOperator>(Address))
      return takeApart(Sum->getOperand(0), Base, Added, Depth + 1) &&
             takeApart(Sum->getOperand(1), Base, Added, Depth + 1);
    if (isa<TruncInst, ZExtInst>(Address)) {
      Value *Inner = nullptr;
      SmallVector<Value *, 4> Summands;
      if (!takeApart(cast<CastInst>(Address)->getOperand(0), Inner, Summands, Depth + 1) ||
          (Inner && Base))
        return false;
      if (Inner) {
        Base = Inner;
        Added.append(Summands.begin(), Summands.end());
        return true;
      }
    }
  }
  Added.push_back(Address);
  return true;
}

/// The generic pointer that an operand is; null when that cannot be told.
Value *pointerOf(Value *Operand, IRBuilder<> &B) {
  if (!Operand->getType()->isPointerTy()) {
    Value *Base = nullptr;
    SmallVector<Value *, 4> Added;
    if (!takeApart(Operand, Base, Added) || !Base)
      return nullptr;
    Operand = Base;
    for (Value *Offset : Added)
      Operand = B.CreateGEP(B.getInt8Ty(), Operand, B.CreateSExtOrTrunc(Offset, B.getInt64Ty()));
  }
  return B.CreatePointerBitCastOrAddrSpaceCast(Operand, B.getPtrTy());
}

/// The value of an operand as written; null: there is none.
Value *valueOf(StringRef Operand, const CallInst &Asm, Type *Ty) {
  uint64_t Number = 0;
  if (!Operand.consume_front("$"))
    return Operand.getAsInteger(0, Number) ? nullptr : ConstantInt::get(Ty, Number);
  return !Operand.getAsInteger(10, Number) && Number < Asm.arg_size() ? Asm.getArgOperand(Number)
                                                                      : nullptr;
}

/// Emits the calls in front of the assembly; false when that cannot be done.
bool emit(CallInst &Asm, ArrayRef<AsyncStatement> Steps) {
  IRBuilder<> B(&Asm);
  auto Call = [&](StringRef Name, ArrayRef<Value *> Args) {
    SmallVector<Type *, 3> Types;
    for (Value *A : Args)
      Types.push_back(A->getType());
    B.CreateCall(Asm.getModule()->getOrInsertFunction(
                     Name, FunctionType::get(B.getVoidTy(), Types, /*isVarArg=*/false)),
                 Args);
  };
  for (const AsyncStatement &S : Steps) {
    if (S.What == AsyncStatement::Kind::Commit) {
      Call("__cudafix_async_commit", {});
      continue;
    }
    bool Copies = S.What == AsyncStatement::Kind::Copy;
    Value *Count = valueOf(S.Count, Asm, B.getInt32Ty());
    if (!Count || !Count->getType()->isIntegerTy())
      return false;
    if (!Copies) {
      Call("__cudafix_async_wait", {B.CreateZExtOrTrunc(Count, B.getInt32Ty())});
      continue;
    }
    Value *Ends[] = {valueOf(S.To, Asm, B.getInt64Ty()), valueOf(S.From, Asm, B.getInt64Ty())};
    for (Value *&End : Ends)
      if (End = End ? pointerOf(End, B) : nullptr; !End)
        return false;
    Count = B.CreateZExtOrTrunc(Count, B.getInt64Ty());
    if (!S.Condition.empty()) {
      Value *If = valueOf(S.Condition, Asm, B.getInt32Ty());
      if (!If)
        return false;
      Count = B.CreateSelect(B.CreateIsNotNull(If), Count, B.getInt64(0));
    }
    Call("__cudafix_async_copy", {Ends[0], Ends[1], Count});
  }
  return true;
}

} // namespace

void replaceAsmCopies(Function &F) {
  SmallVector<CallInst *> Done;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    auto *Asm = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
    if (!Asm || !Call->use_empty())
      continue;
    auto Steps = readStatements(Asm->getAsmString());
    if (!Steps.empty() && emit(*Call, Steps))
      Done.push_back(Call);
  }
  for (CallInst *Call : Done)
    Call->eraseFromParent();
}

} // namespace cudafix::frontend
