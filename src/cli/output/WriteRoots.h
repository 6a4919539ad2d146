// SPDX-License-Identifier: Apache-2.0
//
// Where --apply may write. Includes and links in the analysed code cannot lead it elsewhere.
#pragma once

#include "cli/options/CommandLine.h"

namespace cudafix::cli {

/// The folders that --apply may write into.
class WriteRoots {
public:
  /// The folders of --write-root. Without the option: the repository of the working folder, or the
  /// working folder itself; and for paths named outside of it, their repository or folder.
  explicit WriteRoots(const CommandLine &Line);

  /// Why the file may not be written; empty: it may. Symbolic links are followed first.
  std::string whyNot(llvm::StringRef File) const;

private:
  std::vector<std::string> Folders; ///< without symbolic links
};

} // namespace cudafix::cli
