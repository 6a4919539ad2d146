// SPDX-License-Identifier: Apache-2.0
//
// From device IR to kernel models: what Program hands over after the parse.
#pragma once

#include "frontend/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <utility>
#include <vector>

namespace cudafix::frontend {

/// The device module after inlining and its kernels, in source order; a template kernel
/// has one entry per instantiation.
struct ModelInput {
  llvm::Module &Device;
  clang::CompilerInstance &CI; ///< of the device side
  llvm::ArrayRef<std::pair<const clang::FunctionDecl *, llvm::Function *>> Kernels;
  const Options &Opts;
};

std::vector<KernelUnit> buildKernels(const ModelInput &In);

} // namespace cudafix::frontend
