// SPDX-License-Identifier: Apache-2.0
//
// What git knows of a file that is about to be edited.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cudafix::cli {

struct GitState {
  enum class Kind : uint8_t {
    Untracked, ///< or outside a repository, or there is no git
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

} // namespace cudafix::cli
