// SPDX-License-Identifier: Apache-2.0
//
// NOLINT, NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND with clang-tidy's meaning, for
// `cuda-fix-ID` names; and --baseline, a JSON report whose findings are left out.
#pragma once

#include "cli/Files.h"
#include "model/Finding.h"
#include "llvm/Support/Error.h"

namespace cudafix::cli {

/// The id of the finding that a suppression nothing needs becomes.
constexpr llvm::StringLiteral UnusedSuppression = "unused-suppression";
extern const llvm::StringLiteral UnusedSuppressionExplanation;

/// Removes suppressed findings. In `Complete`, files that were analysed as a whole, every
/// suppression of a check selected by `Checks` that removed nothing becomes a finding.
void suppress(std::vector<Finding> &Findings, const Files &Sources,
              llvm::ArrayRef<std::string> Complete, llvm::StringRef Checks);

/// What stays the same of a finding when lines are added above it.
std::string fingerprint(const Finding &F);

class Baseline {
public:
  /// Errors name the file and say what is wrong with it.
  static llvm::Expected<Baseline> read(llvm::StringRef File);
  /// Removes as many findings of each fingerprint as the baseline has.
  void remove(std::vector<Finding> &Findings) const;

private:
  std::map<std::string, unsigned> Counts;
};

} // namespace cudafix::cli
