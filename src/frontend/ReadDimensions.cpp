// SPDX-License-Identifier: Apache-2.0

#include "frontend/ReadDimensions.h"
#include "frontend/ptx/Ptx.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

static constexpr StringLiteral Noted = "cudafix-read-dimensions";
static constexpr unsigned AllDimensions = 7;

/// Returns true for functions of the embedded headers that compute a linear index
/// (cooperative_groups.h).
static bool isRank(const Function &F) { return F.getName().contains("__cudafix_rank_"); }

static void note(const PtxRegister &R, ReadDimensions &Read) {
  switch (R.Term) {
  case PtxTerm::ThreadIdx:
    Read.Block |= 1 << R.Dim;
    break;
  case PtxTerm::BlockDim:
    Read.Block |= R.Dim ? 1 << R.Dim : 0;
    break;
  case PtxTerm::BlockIdx:
  case PtxTerm::GridDim:
    Read.Block |= R.Dim ? 0 : 1;
    Read.Grid |= 1 << R.Dim;
    break;
  case PtxTerm::WarpSize:
    break;
  case PtxTerm::None:
    Read.Block |= R.Among >= Uniformity::Warp;
    if (R.Name.contains("cluster")) // a rank in a cluster depends mostly on x
      Read.Grid |= R.Name.ends_with("rank") ? 1 : 1 << ((R.Name.back() - 'x') & 3);
    break;
  default: // of the lane
    Read.Block |= 1;
    break;
  }
}

/// Returns true for functions that read all dimensions although callers may use only some
/// (`block.group_index().x`, `uint3 t = threadIdx`).
static bool isWholeIndex(const Function &F) {
  auto *Returned = dyn_cast<StructType>(F.getReturnType());
  return Returned && Returned->hasName() &&
         (Returned->getName().starts_with("struct.dim3") ||
          Returned->getName().starts_with("struct.uint3"));
}

namespace {
struct Noting {
  ReadDimensions Certain;
  ReadDimensions Whole; ///< for functions that return a whole index
  bool Ranks = false;   ///< the threads are numbered by functions of the headers
};
} // namespace

static Noting find(const Function &Kernel) {
  using Entered = PointerIntPair<const Function *, 1, bool>; // with true if entered from a function
                                                             // that returns a whole index
  Noting Read;
  SmallVector<Entered, 16> Work{Entered(&Kernel, false)};
  DenseSet<Entered> Seen{Entered(&Kernel, false)};
  while (!Work.empty()) {
    const Entered At = Work.pop_back_val();
    ReadDimensions &To = At.getInt() ? Read.Whole : Read.Certain;
    for (const Instruction &I : instructions(At.getPointer())) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      if (Call->isIndirectCall()) // it may be any function
        for (const Function &F : *Kernel.getParent())
          if (Entered Any(&F, false); F.hasAddressTaken() && Seen.insert(Any).second)
            Work.push_back(Any);
      if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
        for (const PtxRegister *R : registersIn(Asm->getAsmString()))
          note(*R, To);
      const Function *Callee = Call->getCalledFunction();
      if (!Callee)
        continue;
      const Entered Next(Callee, At.getInt() || isWholeIndex(*Callee));
      if (!Seen.insert(Next).second)
        continue;
      if (const PtxRegister *R = registerOf(*Call))
        note(*R, To);
      if (!isRank(*Callee))
        Work.push_back(Next);
      else
        Read.Ranks = true, To.Block |= 1, To.Grid |= Callee->getName().contains("grid");
    }
  }
  return Read;
}

void cudafix::frontend::noteReadDimensions(Module &M) {
  for (Function &F : M)
    if (F.getCallingConv() == CallingConv::PTX_Kernel && !F.isDeclaration()) {
      Noting Read = find(F);
      F.addFnAttr(Noted,
                  std::to_string(Read.Ranks << 12 | Read.Whole.Grid << 9 | Read.Whole.Block << 6 |
                                 Read.Certain.Grid << 3 | Read.Certain.Block));
    }
}

/// Returns true for the size of a block or a grid, in threads or blocks, as far as its dimensions
/// are concerned.
static bool isSize(const Value *V) {
  if (isa<ZExtInst, SExtInst, TruncInst>(V))
    return isSize(cast<Instruction>(V)->getOperand(0));
  if (auto *B = dyn_cast<BinaryOperator>(V); B && B->getOpcode() == Instruction::Mul)
    return isSize(B->getOperand(0)) && isSize(B->getOperand(1));
  auto *Call = dyn_cast<CallBase>(V);
  const PtxRegister *R = Call ? registerOf(*Call) : nullptr;
  return R && (R->Term == PtxTerm::BlockDim || R->Term == PtxTerm::GridDim);
}

/// Returns true if the index is used for more than numbering the threads of a block of any shape,
/// in which the index along y is multiplied by the size along x.
static bool isReadApart(const Value &Place) {
  return any_of(Place.users(), [](const User *U) {
    if (isa<ZExtInst, SExtInst, TruncInst>(U))
      return isReadApart(*U);
    auto *B = dyn_cast<BinaryOperator>(U);
    return !B || B->getOpcode() != Instruction::Mul ||
           !(isSize(B->getOperand(0)) || isSize(B->getOperand(1)));
  });
}

/// The dimensions that optimized code reads; with `Ranks`, not counting reads for ranks.
static ReadDimensions readApart(const Function &Kernel, bool Ranks) {
  ReadDimensions Read;
  for (const Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (const PtxRegister *R = registerOf(*Call); R && (Ranks ? isReadApart(I) : !I.use_empty()))
        note(*R, Read);
  return Read;
}

ReadDimensions cudafix::frontend::readDimensions(const Function &Kernel) {
  unsigned Bits = 0;
  if (Kernel.getFnAttribute(Noted).getValueAsString().getAsInteger(10, Bits))
    return {AllDimensions, AllDimensions};
  const ReadDimensions Still = readApart(Kernel, Bits >> 12);
  return {(Bits | (Bits >> 6 & Still.Block)) & AllDimensions,
          (Bits >> 3 | (Bits >> 9 & Still.Grid)) & AllDimensions};
}
