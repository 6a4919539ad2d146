// SPDX-License-Identifier: Apache-2.0
//
// Include folders of a build that is not available, found by searching around the unit.
#pragma once

#include "frontend/parse/CompileDatabase.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace cudafix::frontend {

/// A folder, and the missing header that was found in it.
struct FoundFolder {
  std::string Folder, Header;
};

/// Folders around the unit that contain the headers that a parse missed, and those that these
/// include: the unit's folder, its parent folders up to the root of the checkout, their `include`,
/// `src` and the like, and if none of these has the header, the only folder of the checkout that
/// does.
std::vector<FoundFolder> foldersOf(llvm::ArrayRef<std::string> Missing, const CompileCommand &Cmd,
                                   llvm::vfs::FileSystem &FS);

/// The unit's folder and those above it, nearest first, as far as its checkout reaches.
std::vector<std::string> foldersAbove(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS);

} // namespace cudafix::frontend
