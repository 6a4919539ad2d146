// SPDX-License-Identifier: Apache-2.0
//
// Which bytes of an object an access may touch, whichever thread makes it: the values that indices
// can have by their own arithmetic, without what leads to the access.
#pragma once

#include <cstdint>

namespace llvm {
class DataLayout;
class Type;
class Value;
} // namespace llvm

namespace cudafix::frontend {

struct Places {
  const llvm::Value *Object = nullptr; ///< a variable, the same for all threads; null: not known
  int64_t First = 0, End = 0;          ///< bytes
};

Places placesOf(const llvm::Value &Ptr, llvm::Type &Accessed, const llvm::DataLayout &DL);

/// Returns true if the two provably share no byte.
inline bool areApart(const Places &A, const Places &B) {
  return A.Object && A.Object == B.Object && (A.End <= B.First || B.End <= A.First);
}

} // namespace cudafix::frontend
