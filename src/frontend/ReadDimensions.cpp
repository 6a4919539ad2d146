// SPDX-License-Identifier: Apache-2.0

#include "frontend/ReadDimensions.h"
#include "frontend/ptx/Ptx.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::frontend;

static constexpr StringLiteral Noted = "cudafix-read-dimensions";
static constexpr unsigned AllDimensions = 7;

/// The functions of the embedded headers that flatten an index (cooperative_groups.h).
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
    if (R.Name.contains("cluster")) // a rank: of a cluster in x mostly
      Read.Grid |= R.Name.ends_with("rank") ? 1 : 1 << ((R.Name.back() - 'x') & 3);
    break;
  default: // of the lane
    Read.Block |= 1;
    break;
  }
}

static ReadDimensions find(const Function &Kernel) {
  ReadDimensions Read;
  SmallVector<const Function *, 16> Work{&Kernel};
  SmallPtrSet<const Function *, 32> Seen{&Kernel};
  while (!Work.empty())
    for (const Instruction &I : instructions(Work.pop_back_val())) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      if (Call->isIndirectCall()) // to any function
        for (const Function &F : *Kernel.getParent())
          if (F.hasAddressTaken() && Seen.insert(&F).second)
            Work.push_back(&F);
      if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
        for (const PtxRegister *R : registersIn(Asm->getAsmString()))
          note(*R, Read);
      const Function *Callee = Call->getCalledFunction();
      if (!Callee || !Seen.insert(Callee).second)
        continue;
      if (const PtxRegister *R = registerOf(*Call))
        note(*R, Read);
      if (!isRank(*Callee))
        Work.push_back(Callee);
      else
        Read.Block |= 1, Read.Grid |= Callee->getName().contains("grid");
    }
  return Read;
}

void cudafix::frontend::noteReadDimensions(Module &M) {
  for (Function &F : M)
    if (F.getCallingConv() == CallingConv::PTX_Kernel && !F.isDeclaration()) {
      ReadDimensions Read = find(F);
      F.addFnAttr(Noted, std::to_string(Read.Grid << 3 | Read.Block));
    }
}

ReadDimensions cudafix::frontend::readDimensions(const Function &Kernel) {
  unsigned Bits = 0;
  if (Kernel.getFnAttribute(Noted).getValueAsString().getAsInteger(10, Bits))
    return {AllDimensions, AllDimensions};
  return {Bits & AllDimensions, Bits >> 3};
}
