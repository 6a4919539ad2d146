// SPDX-License-Identifier: Apache-2.0
#include "simulate/lower/KernelCopy.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

/// Collects everything that the kernel and variables name, directly or indirectly, and what
/// pointers may refer to: another kernel may have stored them.
static SmallPtrSet<const Value *, 32> reachedFrom(const Function &Kernel) {
  SetVector<const Value *> Found;
  Found.insert(&Kernel);
  for (const GlobalVariable &G : Kernel.getParent()->globals())
    Found.insert(&G);
  for (const Function &F : *Kernel.getParent())
    if (F.hasAddressTaken())
      Found.insert(&F);
  auto Add = [&](const Value *V) {
    if (isa<Constant>(V) && !isa<ConstantData>(V))
      Found.insert(V);
  };
  for (size_t I = 0; I < Found.size(); ++I) {
    if (auto *F = dyn_cast<Function>(Found[I])) {
      for (const Instruction &Inst : instructions(F))
        for (const Use &U : Inst.operands())
          Add(U);
    } else {
      for (const Use &U : cast<Constant>(Found[I])->operands())
        Add(U);
    }
  }
  return {Found.begin(), Found.end()};
}

std::unique_ptr<Module> cudafix::simulate::copyOfKernel(const Module &Device, StringRef Kernel) {
  const Function *Of = Device.getFunction(Kernel);
  SmallPtrSet<const Value *, 32> Kept;
  if (Of)
    Kept = reachedFrom(*Of);
  ValueToValueMapTy Map;
  return CloneModule(Device, Map, [&](const GlobalValue *G) {
    return isa<GlobalVariable>(G) || Kept.contains(G);
  });
}
