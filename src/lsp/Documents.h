// SPDX-License-Identifier: Apache-2.0
//
// The open files, their analyses, and what the editor was last told about them.
#pragma once

#include "lsp/Engine.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#include <set>

namespace cudafix::lsp {

using Clock = std::chrono::steady_clock;

struct Document {
  std::string Text;
  int64_t Version = 0;
  std::optional<Clock::time_point> Due; ///< the time of the next analysis
  std::unique_ptr<Analysis> Running;
  Buffers RunningOn; ///< the texts of the open files when `Running` began
  std::string Token; ///< of the progress report; empty: none is shown
  std::string Stage; ///< the last stage that the editor was told
  /// The report on show (while an analysis runs, partly of an earlier one), and the files it is
  /// about.
  std::optional<report::RunReport> Shown;
  Buffers ShownOn;
  /// The last report of a complete analysis, and the text of this file that it is about.
  std::optional<report::RunReport> Last;
  std::string LastText;
  std::set<std::string> Told; ///< files for which this unit has published diagnostics
};

/// Texts of files, in the editor or else on disk.
class Texts {
public:
  explicit Texts(const std::map<std::string, Document> &Open) : Open(Open) {}
  std::optional<llvm::StringRef> read(llvm::StringRef File);

private:
  const std::map<std::string, Document> &Open;
  std::map<std::string, std::optional<std::string>> OnDisk;
};

Buffers buffersOf(const std::map<std::string, Document> &Open);

} // namespace cudafix::lsp
