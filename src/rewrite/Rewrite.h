// SPDX-License-Identifier: Apache-2.0
//
// Edits -> text: applied to a buffer, formatted on the touched lines only, as a unified
// diff, in place (atomically), as a git patch.
#pragma once

#include "model/Finding.h"
#include "llvm/Support/Error.h"

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

/// Replaces the file by `After`, atomically, keeping permissions and following symbolic
/// links; refuses when the file's bytes are no longer `Before`.
llvm::Error replaceFile(llvm::StringRef File, llvm::StringRef Before, llvm::StringRef After);

} // namespace cudafix::rewrite
