// SPDX-License-Identifier: Apache-2.0
//
// Files that the analysed tree brings along, and that nobody named on a command line.
#pragma once

#include "llvm/Support/VirtualFileSystem.h"

namespace cudafix::frontend {

/// The contents of a regular file of at most a mebibyte. Null for any other, as a device or a pipe
/// may never end.
std::unique_ptr<llvm::MemoryBuffer> readPlainFile(llvm::vfs::FileSystem &FS, llvm::StringRef Path);

} // namespace cudafix::frontend
