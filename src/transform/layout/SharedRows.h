// SPDX-License-Identifier: Apache-2.0
//
// Lengthens the rows of a shared array by one element: rows as declared (s[r][c]) or computed by
// hand (s[r * length + c]).
#pragma once

#include "transform/RepairKind.h"

namespace clang {
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace cudafix::transform {

/// A declaration `__shared__ T s[N][M]` and its function.
struct SharedArray {
  const clang::FunctionDecl *In = nullptr;
  const clang::VarDecl *Var = nullptr;
  unsigned Dimensions = 0;
};

/// The declaration of an array that is only used element by element.
llvm::Expected<SharedArray> findShared(const Context &C, const Array &A);

/// Increases the last extent of the declaration.
llvm::Expected<Edit> lengthen(const SharedArray &S, uint64_t By);

/// Indices of an array of one dimension, with rows one element longer.
struct LongerRows {
  std::vector<Edit> Edits;
  uint64_t Extent = 0;   ///< number of elements declared
  uint64_t Elements = 0; ///< number of elements that the new indices reach
};

/// For a finding that gives the length of the rows (RowElements). Fails if an index is not
/// understood as row * length + column with 0 <= column < length.
llvm::Expected<LongerRows> lengthenRows(const Context &C, const SharedArray &S, const Finding &F);

} // namespace cudafix::transform
