// SPDX-License-Identifier: Apache-2.0
//
// Files of a cache folder: for their owner alone, whole or not there, whoever writes at once.
#pragma once

#include "llvm/Support/Error.h"
#include <chrono>

namespace cudafix::cache {

/// Of the name of every file that `prune` may remove.
inline constexpr llvm::StringLiteral FilePrefix = "llvmcache-";

/// Makes the folder, for its owner alone.
std::error_code createPrivate(llvm::StringRef Folder);
/// Returns true if nobody else can write into the folder.
bool isOwn(llvm::StringRef Folder);
/// Written beside its place and renamed: nobody sees half a file.
llvm::Error writeWhole(llvm::StringRef File, llvm::StringRef Contents, unsigned Mode = 0600);
/// Removes the files that were not used for longest, until the others keep to the limits; 0: none.
void prune(llvm::StringRef Folder, uint64_t MostBytes, uint64_t MostFiles,
           std::chrono::seconds NotBefore = std::chrono::seconds(0));

} // namespace cudafix::cache
