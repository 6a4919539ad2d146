// SPDX-License-Identifier: Apache-2.0
//
// Files of the analysed tree that no command line names.
#pragma once

#include "llvm/Support/VirtualFileSystem.h"

namespace cudafix::frontend {

/// The contents of a regular file of at most a mebibyte. Null for any other, as a device or a pipe
/// may never end.
std::unique_ptr<llvm::MemoryBuffer> readPlainFile(llvm::vfs::FileSystem &FS, llvm::StringRef Path);

} // namespace cudafix::frontend
