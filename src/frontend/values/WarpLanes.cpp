// SPDX-License-Identifier: Apache-2.0

#include "frontend/values/WarpLanes.h"
#include "frontend/Calls.h"
#include "frontend/ptx/AsmLowering.h"
#include "frontend/ptx/Ptx.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace cudafix;
using namespace cudafix::frontend;

/// Returns true for the thread's index in its block, plus or minus whole warps.
static bool isPlace(const Value *V, unsigned Depth = 0) {
  if (auto *C = dyn_cast<CallBase>(V)) {
    const PtxRegister *R = registerOf(*C);
    return R && R->Term == PtxTerm::ThreadIdx && R->Dim == 0;
  }
  if (isa<CastInst>(V))
    return isPlace(cast<CastInst>(V)->getOperand(0), Depth);
  auto IsRows = [](const Value *Of) {
    const Value *A, *B;
    const APInt *By;
    auto IsRow = [](const Value *X) {
      if (auto *Cast = dyn_cast<CastInst>(X))
        X = Cast->getOperand(0);
      auto *C = dyn_cast<CallBase>(X);
      const PtxRegister *R = C ? registerOf(*C) : nullptr;
      return R && R->Term == PtxTerm::BlockDim && R->Dim == 0;
    };
    if (match(Of, m_Mul(m_Value(), m_APInt(By))))
      return By->countr_zero() >= 5;
    return match(Of, m_Mul(m_Value(A), m_Value(B))) && (IsRow(A) || IsRow(B));
  };
  const Value *A, *B;
  return Depth < 4 && match(V, m_Add(m_Value(A), m_Value(B))) &&
         ((IsRows(A) && isPlace(B, Depth + 1)) || (IsRows(B) && isPlace(A, Depth + 1)));
}

bool frontend::isLane(const Value *V) {
  if (auto *C = dyn_cast<CallBase>(V)) {
    const PtxRegister *R = registerOf(*C);
    return R && R->Term >= PtxTerm::LaneId && R->Term <= PtxTerm::MaskBelow;
  }
  const Value *Of;
  const APInt *By;
  if (match(V, m_And(m_Value(Of), m_APInt(By))))
    return By->ult(32) && isPlace(Of);
  return (match(V, m_URem(m_Value(Of), m_APInt(By))) ||
          match(V, m_SRem(m_Value(Of), m_APInt(By)))) &&
         By->isPowerOf2() && By->ule(32) && isPlace(Of);
}

bool frontend::isBroadcast(const CallBase &C) {
  const Function *F = C.getCalledFunction();
  auto *Clamp =
      F && F->getName().starts_with("llvm.nvvm.shfl.sync.idx") && !F->getName().ends_with("p")
          ? dyn_cast<ConstantInt>(C.getArgOperand(3))
          : nullptr;
  return Clamp && Clamp->getZExtValue() == 31 && namesWholeWarp(C.getArgOperand(0));
}

/// The operand that names the lanes of the exchange; null: there is none.
static const Value *maskOf(const CallBase &C) {
  StringRef Name = C.getCalledFunction() ? C.getCalledFunction()->getName() : "";
  if (!Name.consume_front("llvm.nvvm."))
    return nullptr;
  if (Name.starts_with("shfl.sync") || Name.starts_with("match.") ||
      (Name.starts_with("vote.") && Name.ends_with(".sync")))
    return C.getArgOperand(0);
  return Name.starts_with("redux.sync") ? C.getArgOperand(1) : nullptr;
}

bool frontend::isExchange(const CallBase &C) {
  return maskOf(C) || C.hasMetadata(TogetherMetadata);
}

bool frontend::exchangesInWholeWarp(const CallBase &C) {
  return C.hasMetadata(TogetherMetadata) || namesWholeWarp(maskOf(C));
}

SmallPtrSet<const BasicBlock *, 16> frontend::partedBlocks(Function &F, UniformityInfo &Info) {
  PostDominatorTree Joins(F);
  SmallPtrSet<const BasicBlock *, 16> Parted;
  for (const BasicBlock &From : F) {
    if (!Info.hasDivergentTerminator(From))
      continue;
    const auto *Node = Joins.getNode(&From);
    const BasicBlock *Join = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    SmallVector<const BasicBlock *, 16> Work(successors(&From));
    SmallPtrSet<const BasicBlock *, 16> Seen;
    while (!Work.empty())
      if (const BasicBlock *B = Work.pop_back_val(); B != Join && Seen.insert(B).second) {
        Parted.insert(B);
        append_range(Work, successors(B));
      }
  }
  return Parted;
}
