// SPDX-License-Identifier: Apache-2.0
//
// Converts byte positions to the protocol's, which count lines from 0 and UTF-16 units, and back.
#pragma once

#include "model/Kernel.h"
#include "llvm/Support/LSP/Protocol.h"

namespace cudafix::lsp {

class TextLines {
public:
  explicit TextLines(llvm::StringRef Text);
  llvm::lsp::Position position(size_t Offset) const;
  size_t offset(const llvm::lsp::Position &P) const;
  /// The range of an expression or a statement; for a place without length, the rest of its line.
  llvm::lsp::Range range(const SourceLoc &L) const;
  /// The bytes of the line (1-based), without its end.
  llvm::StringRef line(unsigned Number) const;
  /// The offset after the last character of the line (1-based).
  size_t endOfLine(unsigned Number) const;
  size_t lines() const { return Starts.size(); }

private:
  llvm::StringRef Text;
  std::vector<size_t> Starts;
};

} // namespace cudafix::lsp
