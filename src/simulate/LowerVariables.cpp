// SPDX-License-Identifier: Apache-2.0
//
// Variables of the module become offsets from what the lane points to, so that simulations
// share no memory.
#include "frontend/Precompiled.h"
#include "simulate/Lane.h"
#include "simulate/Lowering.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/MathExtras.h"
#include <cstddef>

namespace cudafix::simulate {

using namespace llvm;

/// An index slightly out of one variable must not land in the next.
static constexpr uint64_t Gap = 128;
static constexpr unsigned SharedSpace = 3, ConstantSpace = 4;

/// "s" of "kernel(int)::s".
static std::string sourceName(StringRef Mangled) {
  std::string Pretty = demangle(Mangled);
  size_t At = Pretty.rfind("::");
  if (At != std::string::npos && Pretty.find('(', At) == std::string::npos)
    Pretty = Pretty.substr(At + 2);
  return Pretty;
}

static bool isDynamic(const GlobalVariable &G) {
  return G.getAddressSpace() == SharedSpace && G.isDeclaration();
}

void Lowering::replaceUses(GlobalVariable &G, StringRef Segment, uint64_t Offset) {
  uint64_t Field = Segment == "shared"    ? offsetof(Lane, Shared)
                   : Segment == "dynamic" ? offsetof(Lane, Dynamic)
                                          : offsetof(Lane, Globals);
  DenseMap<Function *, Value *> Address;
  for (Use &U : make_early_inc_range(G.uses())) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    if (!I)
      continue; // an initializer; written apart
    Function *F = I->getFunction();
    Value *&V = Address[F];
    if (!V) {
      IRBuilder<> B(&*F->getEntryBlock().getFirstInsertionPt());
      V = B.CreateConstGEP1_64(B.getInt8Ty(), laneField(B, Field, Ptr), Offset);
      if (G.getAddressSpace())
        V = B.CreateAddrSpaceCast(V, G.getType());
    }
    U.set(V);
  }
}

/// Writes a constant as bytes; addresses in it become relocations.
void Lowering::writeInitializer(const Constant &C, uint64_t At) {
  const DataLayout &DL = M.getDataLayout();
  if (C.isNullValue() || isa<UndefValue>(C))
    return;
  auto Bytes = [&](const APInt &V) {
    for (unsigned I = 0; I < divideCeil(V.getBitWidth(), 8); ++I)
      Image[At + I] = V.extractBitsAsZExtValue(std::min(8u, V.getBitWidth() - 8 * I), 8 * I);
  };
  if (auto *I = dyn_cast<ConstantInt>(&C))
    return Bytes(I->getValue());
  if (auto *F = dyn_cast<ConstantFP>(&C))
    return Bytes(F->getValueAPF().bitcastToAPInt());
  if (auto *S = dyn_cast<StructType>(C.getType())) {
    for (unsigned I = 0; I < S->getNumElements(); ++I)
      writeInitializer(*C.getAggregateElement(I),
                       At + DL.getStructLayout(S)->getElementOffset(I).getFixedValue());
    return;
  }
  if (C.getType()->isArrayTy() || isa<FixedVectorType>(C.getType())) {
    Type *Element = C.getType()->getContainedType(0);
    uint64_t Step = DL.getTypeAllocSize(Element), I = 0;
    while (const Constant *E = C.getAggregateElement(I))
      writeInitializer(*E, At + Step * I++);
    return;
  }
  APInt Offset(64, 0);
  const Value *Base = C.stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
  if (auto *F = dyn_cast<Function>(Base)) {
    FunctionAddresses.push_back({At, F->getName().str()});
    return;
  }
  if (auto *G = dyn_cast<GlobalVariable>(Base))
    for (const Variable &V : Globals)
      if (G->getName() == V.Name) {
        Relocation R;
        R.At = At;
        R.Target = V.Offset + Offset.getSExtValue();
        Relocations.push_back(R);
        return;
      }
  Problems.push_back({SourceLoc(), "the initializer of a variable"});
}

void Lowering::placeVariables() {
  const DataLayout &DL = M.getDataLayout();
  SmallVector<Constant *> All;
  SmallVector<GlobalVariable *> Variables;
  for (GlobalVariable &G : M.globals()) {
    All.push_back(&G);
    Variables.push_back(&G);
  }
  convertUsersOfConstantsToInstructions(All);
  uint64_t Used = Gap;
  SmallVector<std::pair<GlobalVariable *, uint64_t>> Initialized;
  for (GlobalVariable *G : Variables) {
    uint64_t Bytes = DL.getTypeAllocSize(G->getValueType());
    uint64_t Align = std::max<uint64_t>(G->getAlign().valueOrOne().value(), 16);
    if (isDynamic(*G)) {
      UsesDynamicShared = true;
      continue;
    }
    bool IsShared = G->getAddressSpace() == SharedSpace;
    uint64_t &End = IsShared ? SharedBytes : Used;
    uint64_t At = alignTo(End, Align);
    End = At + Bytes + Gap;
    Variable V;
    V.Name = G->getName().str();
    V.Offset = At;
    V.Bytes = Bytes;
    V.Constant = G->isConstant() || G->getAddressSpace() == ConstantSpace;
    (IsShared ? Shared : Globals).push_back(V);
    if (!IsShared && G->hasInitializer())
      Initialized.push_back({G, At});
  }
  Image.assign(Used, 0);
  for (auto &[G, At] : Initialized)
    writeInitializer(*G->getInitializer(), At);
  for (GlobalVariable *G : Variables) {
    auto Is = [&](const Variable &V) { return V.Name == G->getName(); };
    if (isDynamic(*G))
      replaceUses(*G, "dynamic", 0);
    else if (auto At = find_if(Shared, Is); At != Shared.end())
      replaceUses(*G, "shared", At->Offset);
    else
      replaceUses(*G, "globals", find_if(Globals, Is)->Offset);
  }
  for (GlobalVariable *G : Variables) {
    G->setInitializer(nullptr);
    G->setLinkage(GlobalValue::ExternalLinkage);
  }
  for (GlobalVariable *G : Variables)
    if (G->use_empty())
      G->eraseFromParent();
  for (auto *Of : {&Shared, &Globals})
    for (Variable &V : *Of)
      V.Name = sourceName(V.Name);
}

} // namespace cudafix::simulate
