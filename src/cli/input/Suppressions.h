// SPDX-License-Identifier: Apache-2.0
//
// NOLINT, NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND with clang-tidy's meaning, for
// `cuda-fix-ID` names; and --baseline, a JSON report whose findings are left out.
#pragma once

#include "cli/input/Files.h"
#include "model/Finding.h"
#include "llvm/Support/Error.h"

namespace cudafix::cli {

/// The id of findings about suppressions that nothing needs.
constexpr llvm::StringLiteral UnusedSuppression = "unused-suppression";
extern const llvm::StringLiteral UnusedSuppressionExplanation;

/// A file that was analysed as a whole, and the checks that ran on it.
struct CompleteFile {
  std::string File;
  std::string Checks;
};

/// Removes suppressed findings and returns them. In complete files, a suppression becomes a finding
/// if its check ran and it suppressed nothing; it is kept if it covers one of the `Hidden`
/// findings, which are not shown anyway.
std::vector<Finding> suppress(std::vector<Finding> &Findings, llvm::ArrayRef<Finding> Hidden,
                              const Files &Sources, llvm::ArrayRef<CompleteFile> Complete);

/// The part of a finding that does not change when lines are added above it.
std::string fingerprint(const Finding &F);

/// The findings of an earlier report, which are left out.
class Baseline {
public:
  /// Fails with the name of the file and what is wrong with it.
  static llvm::Expected<Baseline> read(llvm::StringRef File);
  /// Removes as many findings of each fingerprint as the baseline has, and returns them.
  std::vector<Finding> remove(std::vector<Finding> &Findings) const;
  /// The number of its findings that are not among these, counting files that were read as a whole
  /// and checks that were on.
  size_t stale(llvm::ArrayRef<Finding> Findings, llvm::ArrayRef<CompleteFile> Complete) const;

private:
  struct Entry {
    std::string Id, File; ///< as displayed
    unsigned Count = 0;
  };
  std::map<std::string, Entry> Entries; ///< by fingerprint
};

} // namespace cudafix::cli
