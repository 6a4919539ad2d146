// SPDX-License-Identifier: Apache-2.0
//
// The line at the bottom of a terminal that shows the progress of a run.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace cudafix::cli {

class ProgressLine {
public:
  /// Shown on a terminal only.
  ProgressLine(size_t Total, bool Wanted);
  /// Clears the line.
  ~ProgressLine() { clear(); }
  /// Shows that a file has reached a stage.
  void at(llvm::StringRef File, llvm::StringRef Stage);
  /// Sets the number of finished files.
  void done(size_t Count) { Done = Count; }

private:
  void clear();

  size_t Total, Done = 0, Width = 0;
  bool IsShown;
};

} // namespace cudafix::cli
