// SPDX-License-Identifier: Apache-2.0
//
// The open files, their analyses, and what was last told of them.
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
  std::optional<Clock::time_point> Due; ///< when it is to be analysed (again)
  std::unique_ptr<Analysis> Running;
  Buffers RunningOn; ///< the open files as `Running` sees them
  std::string Token; ///< of its progress; empty: none is shown
  std::string Stage; ///< last told
  /// What is shown, partly of an earlier analysis while one is under way, and the files it saw.
  std::optional<report::RunReport> Shown;
  Buffers ShownOn;
  /// The last analysis that came to its end, and the text of this file it was of.
  std::optional<report::RunReport> Last;
  std::string LastText;
  std::set<std::string> Told; ///< files with diagnostics of this unit
};

/// Texts of files: of the editor, else of the disk.
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
