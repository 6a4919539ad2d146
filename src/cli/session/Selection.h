// SPDX-License-Identifier: Apache-2.0
//
// Selects findings by place: --header-filter, --line-filter and --since.
#pragma once

#include "cli/input/Files.h"
#include "cli/pipeline/Transfer.h"
#include "model/Options.h"
#include "llvm/Support/Error.h"
#include <set>

namespace cudafix::cli {

/// Lines of the files whose names end in `Name`; all lines if there is no range.
struct LineRanges {
  std::string Name;
  std::vector<std::pair<unsigned, unsigned>> Ranges; ///< first and last, 1-based
};

/// clang-tidy's form: [{"name": "a.cu", "lines": [[1, 30], [45, 60]]}, ...]
llvm::Expected<std::vector<LineRanges>> parseLineFilter(llvm::StringRef Json);

class Selection {
public:
  /// Fails if --line-filter or --since names something that does not exist.
  static llvm::Expected<Selection> make(const Options &Opts);

  /// Returns true if the finding is selected. Its line numbers are those of the current text in
  /// `Sources`; the filters refer to the text on disk.
  bool keeps(const Finding &F, llvm::ArrayRef<UnitResult> Units, const Files &Sources) const;

private:
  bool inLines(const SourceLoc &L, const Files &Sources) const;
  bool changedSince(const Finding &F, llvm::ArrayRef<UnitResult> Units, const Files &Sources) const;
  bool anyChanged(llvm::StringRef File, unsigned First, unsigned Last, const Files &Sources) const;
  const std::set<unsigned> &changedLines(llvm::StringRef File, const Files &Sources) const;

  std::vector<LineRanges> Lines;
  std::string Since;
  mutable std::map<std::string, std::set<unsigned>> Changed; ///< on disk, by file
};

} // namespace cudafix::cli
