// SPDX-License-Identifier: Apache-2.0
//
// The program's names for numbers, which repairs use.
#pragma once

#include "transform/RepairKind.h"
#include "clang/AST/Expr.h"
#include "clang/Frontend/CompilerInstance.h"

namespace cudafix::transform {

struct ConstantName {
  std::string Name;
  clang::SourceLocation Defined;
};

/// The macro or file-level constant that the whole expression is; nullopt: it is neither.
std::optional<ConstantName> constantName(clang::CompilerInstance &Side, const clang::Expr *E);

/// The constant that all launches give as the extent of their blocks in a dimension, if its value
/// is `Value` and it is defined before the kernel; empty: there is none.
std::string blockExtentName(const Context &C, unsigned Dimension, uint64_t Value);

} // namespace cudafix::transform
