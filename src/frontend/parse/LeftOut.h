// SPDX-License-Identifier: Apache-2.0
//
// Bodies of kernels that conditional compilation leaves out for the chosen architecture.
#pragma once

#include "clang/AST/Decl.h"
#include <optional>
#include <string>

namespace cudafix::frontend {

/// Why a kernel that does nothing may do something for another architecture: its body holds
/// conditional directives. Names the architecture and, where a directive compares __CUDA_ARCH__
/// with one, the option that chooses that. nullopt: the body holds none.
std::optional<std::string> leftOut(const clang::FunctionDecl &Kernel, llvm::StringRef Arch);

} // namespace cudafix::frontend
