// SPDX-License-Identifier: Apache-2.0
//
// Bodies of kernels that conditional compilation leaves out for the chosen architecture.
#pragma once

#include "clang/AST/Decl.h"
#include <optional>
#include <string>
#include <vector>

namespace cudafix::frontend {

/// Kernels with a body that does nothing but, at most, to say so, and holds conditional directives.
struct LeftOutBodies {
  unsigned Kernels = 0;
  /// Functions of the unit's folder that order threads for newer architectures only.
  unsigned Orders = 0;
  std::vector<std::string> Archs; ///< that the directives name, "sm_90"; most kernels' first
};

/// `Arch`: the one that was read for.
LeftOutBodies leftOutBodies(clang::ASTContext &Context, llvm::StringRef Arch);

/// Why a kernel that does nothing may do something for another architecture: its body holds
/// conditional directives. Names the architecture and, where a directive compares __CUDA_ARCH__
/// with one, the option that chooses that. nullopt: the body holds none.
std::optional<std::string> leftOut(const clang::FunctionDecl &Kernel, llvm::StringRef Arch);

} // namespace cudafix::frontend
