// SPDX-License-Identifier: Apache-2.0
#include "optimize/Counts.h"
#include "transform/barriers/SimtDivergence.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include <set>

using namespace llvm;

namespace cudafix::optimize {

/// The pointers through which an instruction accesses memory.
static SmallVector<const Value *, 2> pointers(const Instruction &I) {
  if (const Value *P = getLoadStorePointerOperand(&I))
    return {P};
  if (const auto *A = dyn_cast<AtomicRMWInst>(&I))
    return {A->getPointerOperand()};
  if (const auto *A = dyn_cast<AtomicCmpXchgInst>(&I))
    return {A->getPointerOperand()};
  if (const auto *T = dyn_cast<MemTransferInst>(&I))
    return {T->getRawDest(), T->getRawSource()};
  if (const auto *M = dyn_cast<MemIntrinsic>(&I))
    return {M->getRawDest()};
  return {};
}

static bool isGeneric(const Value *P) {
  const Value *Of = getUnderlyingObject(P, /*MaxLookup=*/0);
  return P->getType()->getPointerAddressSpace() == 0 && !isa<AllocaInst>(Of) &&
         Of->getType()->getPointerAddressSpace() == 0;
}

/// Returns true unless the instruction produces no code of its own: a marker, a phi, or a cast of
/// address spaces, which the backend inserts anyway.
static bool isCode(const Instruction &I) {
  return !I.isLifetimeStartOrEnd() && !isa<PHINode, AddrSpaceCastInst>(I);
}

Cost countCode(Function &F) {
  int64_t Accesses = 0, Generic = 0, Instructions = 0;
  for (const Instruction &I : instructions(F)) {
    Instructions += isCode(I);
    for (const Value *P : pointers(I)) {
      ++Accesses;
      Generic += isGeneric(P);
    }
  }
  return {{"accesses", Accesses}, {"generic_accesses", Generic}, {"instructions", Instructions}};
}

static StringRef reason(const Value *Of) {
  if (isa<LoadInst>(Of))
    return "its pointer is kept in memory";
  if (isa<PHINode, SelectInst>(Of))
    return "its pointer is chosen among several";
  if (isa<CallBase>(Of))
    return "its pointer is returned by a call";
  if (isa<Argument>(Of))
    return "its pointer is a parameter";
  if (Operator::getOpcode(Of) == Instruction::IntToPtr)
    return "its pointer is made from an integer";
  return "where its pointer comes from is not followed";
}

std::vector<std::string> genericAccesses(Function &F) {
  std::set<std::pair<unsigned, StringRef>> Found;
  for (const Instruction &I : instructions(F))
    for (const Value *P : pointers(I))
      if (isGeneric(P))
        Found.insert({I.getDebugLoc() ? I.getDebugLoc().getLine() : 0,
                      reason(getUnderlyingObject(P, /*MaxLookup=*/0))});
  std::vector<std::string> Texts;
  for (auto [Line, Why] : Found)
    Texts.push_back((Line ? "line " + std::to_string(Line) + ": " : std::string()) + Why.str());
  return Texts;
}

DivergentCode divergentCode(Function &F) {
  transform::BlockSet Branches = transform::simtDivergence(F, transform::BarrierScope::Block);
  transform::Convergence Where(F, Branches);
  DivergentCode Found;
  for (const BasicBlock &B : F) {
    if (Where.isConvergent(&B))
      continue;
    for (const Instruction &I : B) {
      const auto *Call = dyn_cast<CallBase>(&I);
      Found.Barriers += Call && Call->isConvergent();
      Found.Accesses += pointers(I).size();
    }
  }
  return Found;
}

} // namespace cudafix::optimize
