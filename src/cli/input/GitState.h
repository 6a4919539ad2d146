// SPDX-License-Identifier: Apache-2.0
//
// What git knows of a file: whether it may be edited, and its earlier text.
#pragma once

#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace cudafix::cli {

struct GitState {
  enum class Kind : uint8_t {
    Untracked, ///< also outside a repository, or without git
    Clean,     ///< equal to the index; staged changes are safe
    Dirty,     ///< differs from the index: an edit would mix with unsaved work
    Unknown,   ///< git could not tell; `Reason` says why
  } What = Kind::Untracked;
  std::string Reason;
};

/// `File` is absolute; symbolic links are followed first.
GitState gitState(llvm::StringRef File);

/// The top folder of the repository that holds `File`; empty: none.
std::string repositoryOf(llvm::StringRef File);
/// The same for the files in a folder.
std::string repositoryAt(llvm::StringRef Folder);

/// The text of the file in a revision; nullopt: it is not in it.
std::optional<std::string> textAtRevision(llvm::StringRef File, llvm::StringRef Revision);

/// Absolute paths of the files of `File`'s repository that differ from the revision.
std::vector<std::string> changedSince(llvm::StringRef File, llvm::StringRef Revision);

/// Fails when the repository that holds `File` does not know the revision.
llvm::Error checkRevision(llvm::StringRef File, llvm::StringRef Revision);

} // namespace cudafix::cli
