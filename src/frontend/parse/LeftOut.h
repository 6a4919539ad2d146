// SPDX-License-Identifier: Apache-2.0
//
// Bodies of kernels that conditional compilation leaves out for the chosen architecture.
#pragma once

#include "clang/AST/Decl.h"
#include <optional>
#include <string>
#include <vector>

namespace cudafix::frontend {

/// Kernels whose body contains conditional directives and does nothing, except perhaps report that.
struct LeftOutBodies {
  unsigned Kernels = 0;
  /// Functions of the unit's folder that order threads for newer architectures only.
  unsigned Orders = 0;
  std::vector<std::string> Archs; ///< named by directives ("sm_90"), sorted by number of kernels
};

/// `Arch`: the architecture for which the unit was read.
LeftOutBodies leftOutBodies(clang::ASTContext &Context, llvm::StringRef Arch);

/// Why a kernel that does nothing may do something on another architecture: its body contains
/// conditional directives. Names the architecture and, if a directive compares __CUDA_ARCH__ with
/// it, the option that selects it. nullopt: the body contains none.
std::optional<std::string> leftOut(const clang::FunctionDecl &Kernel, llvm::StringRef Arch);

} // namespace cudafix::frontend
