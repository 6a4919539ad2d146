// SPDX-License-Identifier: Apache-2.0
//
// The rows of a shared array, for repairs that make them one element longer: as declared
// (s[r][c]) or made by hand (s[r * length + c]).
#pragma once

#include "transform/Transform.h"

namespace clang {
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace cudafix::transform {

/// A declaration `__shared__ T s[N][M]` with the function it stands in.
struct SharedArray {
  const clang::FunctionDecl *In = nullptr;
  const clang::VarDecl *Var = nullptr;
  unsigned Dimensions = 0;
};

/// The declaration of an array that is used element by element only.
llvm::Expected<SharedArray> findShared(const Context &C, const Array &A);

/// Makes the last extent of the declaration larger.
llvm::Expected<Edit> lengthen(const SharedArray &S, uint64_t By);

/// Indices of an array of one dimension, with rows one element longer.
struct LongerRows {
  std::vector<Edit> Edits;
  uint64_t Extent = 0;   ///< elements that are declared
  uint64_t Elements = 0; ///< elements that the new indices reach
};

/// For a finding that names the length of the rows (RowElements). Fails where some index
/// is not understood as row * length + column with 0 <= column < length.
llvm::Expected<LongerRows> lengthenRows(const Context &C, const SharedArray &S, const Finding &F);

} // namespace cudafix::transform
