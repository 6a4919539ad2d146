// SPDX-License-Identifier: Apache-2.0
//
// Repairs in memory -> files on disk: each file is replaced atomically or not at all, and
// the files of one repair together.
#pragma once

#include "cli/Fixes.h"

namespace cudafix::cli {

/// Whether a file may be edited; remembers its answers and the reasons against.
class EditPermission {
public:
  explicit EditPermission(bool AllowDirty) : AllowDirty(AllowDirty) {}
  bool allows(const std::string &File);
  /// One line for each file that was refused, by file.
  std::vector<std::string> refusals() const;

private:
  std::string check(const std::string &File) const;
  bool AllowDirty;
  std::map<std::string, std::string> Reasons; ///< empty: allowed
};

struct WriteResult {
  std::vector<std::string> Errors;
  bool RolledBack = false; ///< a file already written was put back
};

/// Writes the final text of every changed file.
WriteResult writeChanges(llvm::ArrayRef<FixStep> Steps, const Files &Sources);

} // namespace cudafix::cli
