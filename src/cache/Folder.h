// SPDX-License-Identifier: Apache-2.0
//
// Files of a cache folder: private to their owner, and complete or absent even with many writers.
#pragma once

#include "llvm/Support/Error.h"
#include <chrono>

namespace cudafix::cache {

/// The prefix of the names of all files that `prune` may remove.
inline constexpr llvm::StringLiteral FilePrefix = "llvmcache-";

/// Creates the folder so that only its owner can use it.
std::error_code createPrivate(llvm::StringRef Folder);
/// Returns true if nobody else can write into the folder.
bool isOwn(llvm::StringRef Folder);
/// Writes beside the file, then renames, so that nobody ever sees half a file.
llvm::Error writeWhole(llvm::StringRef File, llvm::StringRef Contents, unsigned Mode = 0600);
/// Removes the least recently used files until the others keep to the limits; 0: no limit.
void prune(llvm::StringRef Folder, uint64_t MostBytes, uint64_t MostFiles,
           std::chrono::seconds NotBefore = std::chrono::seconds(0));

} // namespace cudafix::cache
