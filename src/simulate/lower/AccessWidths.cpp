// SPDX-License-Identifier: Apache-2.0
//
// Makes accesses as wide as on a device, because counters count those: structures are copied in
// pieces that their alignment allows, and accesses to neighbouring bytes are merged as in LLVM's
// device back end.
#include "frontend/PassManagers.h"
#include "frontend/Precompiled.h"
#include "simulate/lower/Lowering.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"
#include <map>

namespace cudafix::simulate {

using namespace llvm;

/// The most bytes of one access, and the longest copy that is made without a loop.
static constexpr uint64_t WidestAccess = 16, LongestCopy = 128;

static Type *pieceType(LLVMContext &C, uint64_t Bytes) {
  if (Bytes > 4)
    return FixedVectorType::get(Type::getInt32Ty(C), Bytes / 4);
  return Type::getIntNTy(C, Bytes * 8);
}

/// Loads all pieces, and then stores them.
static void expandCopy(MemTransferInst &Copy, uint64_t Length) {
  IRBuilder<> B(&Copy);
  Align From = Copy.getSourceAlign().valueOrOne(), To = Copy.getDestAlign().valueOrOne();
  SmallVector<std::pair<uint64_t, Value *>> Pieces;
  auto At = [&](Value *Base, uint64_t Offset) {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, Offset);
  };
  for (uint64_t Offset = 0; Offset < Length;) {
    uint64_t Known = std::min(commonAlignment(From, Offset), commonAlignment(To, Offset)).value();
    uint64_t Bytes = std::min({Known, WidestAccess, bit_floor(Length - Offset)});
    Pieces.push_back({Offset, B.CreateAlignedLoad(pieceType(B.getContext(), Bytes),
                                                  At(Copy.getRawSource(), Offset),
                                                  commonAlignment(From, Offset))});
    Offset += Bytes;
  }
  for (auto &[Offset, Piece] : Pieces)
    B.CreateAlignedStore(Piece, At(Copy.getRawDest(), Offset), commonAlignment(To, Offset));
  Copy.eraseFromParent();
}

/// Keeps one read of each special register: neighbours are only found if indices are the same
/// value.
static void shareRegisters(Function &F) {
  std::map<const Function *, Instruction *> First;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call || Call->arg_size() || !Call->doesNotAccessMemory() ||
        !isSafeToSpeculativelyExecute(Call))
      continue;
    Instruction *&Kept = First[Call->getCalledFunction()];
    if (!Kept) {
      Kept = Call;
      if (Call->getParent() == &F.getEntryBlock())
        continue;
      Call->moveBefore(F.getEntryBlock().getTerminator()->getIterator());
      Call->dropLocation();
      continue;
    }
    Call->replaceAllUsesWith(Kept);
    Call->eraseFromParent();
  }
}

void widenAccesses(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    shareRegisters(F);
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Copy = dyn_cast<MemTransferInst>(&I); Copy && !Copy->isVolatile())
        if (auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
            Length && Length->getZExtValue() <= LongestCopy)
          expandCopy(*Copy, Length->getZExtValue());
  }
  frontend::PassManagers P;
  FunctionPassManager FPM;
  FPM.addPass(LoadStoreVectorizerPass());
  FPM.addPass(DCEPass());
  createModuleToFunctionPassAdaptor(std::move(FPM)).run(M, P.MAM);
}

} // namespace cudafix::simulate
