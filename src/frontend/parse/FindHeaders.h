// SPDX-License-Identifier: Apache-2.0
//
// Include folders of a build that is not at hand, found by looking around the unit.
#pragma once

#include "frontend/parse/CompileDatabase.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace cudafix::frontend {

/// A folder and the header for which it is one.
struct FoundFolder {
  std::string Folder, Header;
};

/// Folders around the unit in which the headers are found that a parse missed, and those that
/// these include: the unit's folder, the folders above it as far as its checkout reaches, their
/// `include`, `src` and the like, and where none of these has it the one folder of the checkout
/// that does.
std::vector<FoundFolder> foldersOf(llvm::ArrayRef<std::string> Missing, const CompileCommand &Cmd,
                                   llvm::vfs::FileSystem &FS);

/// The unit's folder and those above it, nearest first, as far as its checkout reaches.
std::vector<std::string> foldersAbove(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS);

} // namespace cudafix::frontend
