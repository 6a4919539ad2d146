// SPDX-License-Identifier: Apache-2.0
//
// The line at the bottom of a terminal that says how far a run has come.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace cudafix::cli {

class ProgressLine {
public:
  /// Shown on a terminal only.
  ProgressLine(size_t Total, bool Wanted);
  /// Clears the line.
  ~ProgressLine() { clear(); }
  /// A file has come to a stage.
  void at(llvm::StringRef File, llvm::StringRef Stage);
  /// So many files are done.
  void done(size_t Count) { Done = Count; }

private:
  void clear();

  size_t Total, Done = 0, Width = 0;
  bool IsShown;
};

} // namespace cudafix::cli
