// SPDX-License-Identifier: Apache-2.0
//
// A clang-format style for a file that has none: indentation, braces and spacing read
// from its text. Long lines are left alone.
#pragma once

#include "clang/Format/Format.h"

namespace cudafix::rewrite {

clang::format::FormatStyle guessStyle(llvm::StringRef Text);

/// Columns of one indentation step, as most of the file's lines have it.
unsigned guessIndentWidth(llvm::StringRef Text);
/// True when more lines are indented by tabs than by spaces.
bool guessTabs(llvm::StringRef Text);

} // namespace cudafix::rewrite
