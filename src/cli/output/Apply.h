// SPDX-License-Identifier: Apache-2.0
//
// Writes repairs to disk: each file is replaced atomically or not at all, and the files of one
// repair together.
#pragma once

#include "cli/output/Fixes.h"
#include "cli/output/WriteRoots.h"
#include <set>

namespace cudafix::cli {

/// Decides whether a repair may edit its files; keeps the answers and the reasons.
class EditPermission {
public:
  EditPermission(const WriteRoots &Roots, const Options &O) : Roots(Roots), O(O) {}
  bool allows(const Finding &F, const Repair &Fix);
  /// A message for each file that may not be edited, by file, with the repairs that were not made.
  std::vector<std::string> refusals() const;

private:
  struct Answer {
    std::string Reason; ///< empty: allowed
    std::set<std::pair<SourceLoc, std::string>> Repairs;
  };
  std::string check(const std::string &File) const;
  const WriteRoots &Roots;
  const Options &O;
  std::map<std::string, Answer> Answers;
};

/// The outcome of writing all files.
struct WriteResult {
  std::vector<std::string> Errors;
  bool RolledBack = false; ///< a file that was already written was restored
};

/// Removes temporary files that killed runs left beside the files of the units.
void removeLeftovers(llvm::ArrayRef<UnitReport> Units, const WriteRoots &Roots);

/// Writes the final text of every changed file.
WriteResult writeChanges(llvm::ArrayRef<FixStep> Steps, const Files &Sources);

} // namespace cudafix::cli
