// SPDX-License-Identifier: Apache-2.0
//
// Checksums for which nobody can make a collision (BLAKE3), and the encoding of numbers and texts.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include <string>

namespace cudafix::cache {

/// Hashes a list of parts, each with its length, so that different lists have different digests.
class Digest {
public:
  Digest() = default;
  /// Makes a keyed hash, which only those who know the secret can compute.
  explicit Digest(llvm::StringRef Secret);
  Digest &add(llvm::StringRef Part);
  Digest &add(uint64_t Number);
  std::string bytes(); ///< the digest, 32 bytes
  std::string hex();

private:
  llvm_blake3_hasher Hasher = fresh();
  static llvm_blake3_hasher fresh();
};

inline std::string digestOf(llvm::StringRef Text) { return Digest().add(Text).bytes(); }

/// Appends a text with its length.
void put(std::string &Out, llvm::StringRef Text);
/// Removes from the front what `put` appended; returns false if it is not there.
bool take(llvm::StringRef &In, llvm::StringRef &Text);

} // namespace cudafix::cache
