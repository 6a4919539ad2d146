// SPDX-License-Identifier: Apache-2.0
//
// Wrapping arithmetic of the operators on constants.
#pragma once

#include "model/Expr.h"

namespace cudafix {

/// The value of an operator (not Const, Apply) on constant operands, zero-extended to 64
/// bits; nullopt for a division by zero or a shift by at least the width.
std::optional<uint64_t> foldOperator(Op O, llvm::ArrayRef<uint64_t> Args,
                                     llvm::ArrayRef<unsigned> ArgWidths, unsigned Width);

} // namespace cudafix
