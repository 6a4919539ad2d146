// SPDX-License-Identifier: Apache-2.0
//
// Parameters that hold the pointers of a batch of arrays.
#pragma once

#include "llvm/ADT/DenseSet.h"

namespace clang {
class FunctionDecl;
}

namespace cudafix::frontend {

/// Positions of the parameters whose pointers all lead to plain data: `float **rows`, a struct of
/// arrays of such pointers, or an array of such structs. Pointers to further pointers may form a
/// list or a tree with nodes that several threads reach.
llvm::SmallDenseSet<unsigned> pointerTables(const clang::FunctionDecl &Kernel);

} // namespace cudafix::frontend
