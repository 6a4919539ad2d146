// SPDX-License-Identifier: Apache-2.0
//
// NOLINT, NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND with clang-tidy's meaning, for
// `cuda-fix-ID` names; and --baseline, a JSON report whose findings are left out.
#pragma once

#include "cli/input/Files.h"
#include "model/Finding.h"
#include "llvm/Support/Error.h"

namespace cudafix::cli {

/// The id of the finding that a suppression nothing needs becomes.
constexpr llvm::StringLiteral UnusedSuppression = "unused-suppression";
extern const llvm::StringLiteral UnusedSuppressionExplanation;

/// A file that was analysed as a whole, and the checks that ran on it.
struct CompleteFile {
  std::string File;
  std::string Checks;
};

/// Removes suppressed findings and returns them. In complete files, every suppression of a check
/// that ran but removed nothing becomes a finding; `Hidden` findings, which are not shown anyway,
/// are a reason to keep one.
std::vector<Finding> suppress(std::vector<Finding> &Findings, llvm::ArrayRef<Finding> Hidden,
                              const Files &Sources, llvm::ArrayRef<CompleteFile> Complete);

/// What stays the same of a finding when lines are added above it.
std::string fingerprint(const Finding &F);

class Baseline {
public:
  /// Errors name the file and say what is wrong with it.
  static llvm::Expected<Baseline> read(llvm::StringRef File);
  /// Removes as many findings of each fingerprint as the baseline has, and returns them.
  std::vector<Finding> remove(std::vector<Finding> &Findings) const;
  /// How many of its findings are no longer among these, in files that were read as a
  /// whole with the check on.
  size_t stale(llvm::ArrayRef<Finding> Findings, llvm::ArrayRef<CompleteFile> Complete) const;

private:
  struct Entry {
    std::string Id, File; ///< as displayed
    unsigned Count = 0;
  };
  std::map<std::string, Entry> Entries; ///< by fingerprint
};

} // namespace cudafix::cli
