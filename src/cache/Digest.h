// SPDX-License-Identifier: Apache-2.0
//
// Sums of contents that nobody can make collide (BLAKE3), and numbers and texts as bytes.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include <string>

namespace cudafix::cache {

/// Adds up parts; each counts with its length, so that no two lists of parts look alike.
class Digest {
public:
  Digest() = default;
  /// A sum that only those can make who know the secret.
  explicit Digest(llvm::StringRef Secret);
  Digest &add(llvm::StringRef Part);
  Digest &add(uint64_t Number);
  std::string bytes(); ///< 32
  std::string hex();

private:
  llvm_blake3_hasher Hasher = fresh();
  static llvm_blake3_hasher fresh();
};

inline std::string digestOf(llvm::StringRef Text) { return Digest().add(Text).bytes(); }

/// Appends a text with its length.
void put(std::string &Out, llvm::StringRef Text);
/// Takes what `put` appended off the front; false: it is not there.
bool take(llvm::StringRef &In, llvm::StringRef &Text);

} // namespace cudafix::cache
