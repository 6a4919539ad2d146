// SPDX-License-Identifier: Apache-2.0
#include "simulate/BlockSteps.h"
#include "frontend/Precompiled.h"
#include "simulate/lower/Lowering.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace cudafix::simulate {

using namespace llvm;

/// The kernel's body and those of functions; other kernels keep their declaration.
static std::unique_ptr<Module> copyOf(const Module &Device, StringRef Kernel) {
  ValueToValueMapTy Map;
  return CloneModule(Device, Map, [&](const GlobalValue *G) {
    auto *F = dyn_cast<Function>(G);
    return !F || F->getName() == Kernel || F->getCallingConv() != CallingConv::PTX_Kernel;
  });
}

std::vector<unsigned> blockSteps(const Module &Device, StringRef Kernel) {
  auto Layout = hostDataLayout();
  if (!Layout) {
    consumeError(Layout.takeError());
    return {};
  }
  std::unique_ptr<Module> M = copyOf(Device, Kernel);
  Function *F = M->getFunction(Kernel);
  if (!F || F->isDeclaration())
    return {};
  M->setDataLayout(*Layout);
  widenAccesses(*M);
  CompileOptions How;
  How.Counters = How.Lenient = true;
  Lowering L(*M, *F, How);
  consumeError(L.run());
  return L.KernelSteps;
}

} // namespace cudafix::simulate
