// SPDX-License-Identifier: Apache-2.0
//
// The bytes of an object that an access may touch in any thread, judged by the arithmetic of its
// indices alone, without the conditions of the access.
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
