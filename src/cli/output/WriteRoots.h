// SPDX-License-Identifier: Apache-2.0
//
// Where --apply may write: an include or a link in the analysed code leads it nowhere else.
#pragma once

#include "cli/CommandLine.h"

namespace cudafix::cli {

class WriteRoots {
public:
  /// The folders of --write-root. Without it: the repository of the working folder, and for what
  /// is named outside of it, its repository or its folder; the working folder where neither is.
  explicit WriteRoots(const CommandLine &Line);

  /// Why the file may not be written; empty: it may. Symbolic links are followed first.
  std::string whyNot(llvm::StringRef File) const;

private:
  std::vector<std::string> Folders; ///< without symbolic links
};

} // namespace cudafix::cli
