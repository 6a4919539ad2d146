// SPDX-License-Identifier: Apache-2.0
#include "simulate/BlockSteps.h"
#include "frontend/Precompiled.h"
#include "simulate/lower/KernelCopy.h"
#include "simulate/lower/Lowering.h"

namespace cudafix::simulate {

using namespace llvm;

std::vector<unsigned> blockSteps(const Module &Device, StringRef Kernel) {
  auto Layout = hostDataLayout();
  if (!Layout) {
    consumeError(Layout.takeError());
    return {};
  }
  std::unique_ptr<Module> M = copyOfKernel(Device, Kernel);
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
