// SPDX-License-Identifier: Apache-2.0
//
// Edits -> text: applied to a buffer, formatted on the touched lines only, as a unified
// diff, in place (atomically), as a git patch.
#pragma once

#include "model/Finding.h"
#include "llvm/Support/Error.h"
#include <string>

namespace cudafix::rewrite {

/// `Text` with the edits of `File` applied. Errors: edits overlap or lie outside.
llvm::Expected<std::string> apply(llvm::StringRef Text, llvm::ArrayRef<Edit> Edits);

/// Edits with the line endings of the file, and formatted on the touched lines as the
/// file's .clang-format says, if there is one.
llvm::Expected<std::vector<Edit>> format(llvm::StringRef File, llvm::StringRef Text,
                                         llvm::ArrayRef<Edit> Edits);

/// Unified diff with three lines of context; `Label` is the path printed after a/ and b/.
/// Empty when Before == After.
std::string unifiedDiff(llvm::StringRef Label, llvm::StringRef Before, llvm::StringRef After);

/// Why replaceFile would not replace the file; empty: nothing is known against it. A file with
/// several names (hard links) stays as it is: an atomic replacement would part it from the others.
std::string whyNotReplaceable(llvm::StringRef File);

/// Where the new text is until it is complete; not every file system has files without a name.
enum class Staging : uint8_t { Unnamed, Named };

/// Replaces the file by `After`, atomically, following symbolic links and keeping owner, group,
/// permissions, access list and attributes, or leaves it as it is; refuses when the file's bytes
/// are no longer `Before`.
llvm::Error replaceFile(llvm::StringRef File, llvm::StringRef Before, llvm::StringRef After,
                        Staging How = Staging::Unnamed);

/// Removes what processes that were killed in replaceFile left beside the file.
void removeLeftovers(llvm::StringRef File);

} // namespace cudafix::rewrite
