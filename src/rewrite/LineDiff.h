// SPDX-License-Identifier: Apache-2.0
//
// The shortest line diff of two texts (Myers 1986), from which diffs and edits are made.
#pragma once

#include "model/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace cudafix::rewrite {

/// Lines [OldBegin, OldEnd) become [NewBegin, NewEnd); 0-based.
struct Hunk {
  unsigned OldBegin, OldEnd, NewBegin, NewEnd;
};

/// The lines of a text, line ends included; the last may lack one.
std::vector<llvm::StringRef> splitLines(llvm::StringRef Text);

/// The changes between two line lists, in order, never adjacent to each other.
std::vector<Hunk> lineDiff(llvm::ArrayRef<llvm::StringRef> Old,
                           llvm::ArrayRef<llvm::StringRef> New);

/// Edits of whole lines that turn `Before` into `After`. `Base` is the offset of `Before`
/// in the file.
std::vector<Edit> lineEdits(llvm::StringRef File, llvm::StringRef Before, llvm::StringRef After,
                            unsigned Base = 0);

} // namespace cudafix::rewrite
