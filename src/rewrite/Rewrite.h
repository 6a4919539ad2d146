// SPDX-License-Identifier: Apache-2.0
//
// Turns edits into text: applies them to a buffer, formats the touched lines, writes a unified
// diff, and replaces files atomically.
#pragma once

#include "model/Finding.h"
#include "llvm/Support/Error.h"
#include <string>

namespace cudafix::rewrite {

/// `Text` with the edits of `File` applied. Errors: edits overlap or lie outside.
llvm::Expected<std::string> apply(llvm::StringRef Text, llvm::ArrayRef<Edit> Edits);

/// Converts edits to the line endings of the file and formats the touched lines with the file's
/// .clang-format, if there is one.
llvm::Expected<std::vector<Edit>> format(llvm::StringRef File, llvm::StringRef Text,
                                         llvm::ArrayRef<Edit> Edits);

/// Unified diff with three lines of context; `Label` is the path printed after a/ and b/.
/// Empty when Before == After.
std::string unifiedDiff(llvm::StringRef Label, llvm::StringRef Before, llvm::StringRef After);

/// Why replaceFile would refuse the file; empty: no reason is known. A file with several names
/// (hard links) is refused: an atomic replacement would separate it from the other names.
std::string whyNotReplaceable(llvm::StringRef File);

/// How the new text is stored until it is complete; not every file system has unnamed files.
enum class Staging : uint8_t { Unnamed, Named };

/// Replaces the file by `After` atomically, or leaves it as it is. Follows symbolic links and keeps
/// owner, group, permissions, access list and attributes; fails if the file's bytes are no longer
/// `Before`.
llvm::Error replaceFile(llvm::StringRef File, llvm::StringRef Before, llvm::StringRef After,
                        Staging How = Staging::Unnamed);

/// Removes the files that killed processes left beside the file in replaceFile.
void removeLeftovers(llvm::StringRef File);

} // namespace cudafix::rewrite
