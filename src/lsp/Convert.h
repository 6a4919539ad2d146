// SPDX-License-Identifier: Apache-2.0
//
// Converts findings and repairs to the types of the protocol.
#pragma once

#include "lsp/Engine.h"
#include "lsp/Positions.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudafix::lsp {

/// The text of a file in the editor, or else on disk.
using TextOf = llvm::function_ref<std::optional<llvm::StringRef>(llvm::StringRef File)>;

/// A copy that owns all its strings: values made from the library's types only refer to theirs.
llvm::json::Value owned(const llvm::json::Value &V);

/// A report's diagnostics for one file: findings, undecided kernels, and what could not be read.
std::vector<llvm::json::Value> diagnostics(const report::RunReport &R, llvm::StringRef File,
                                           llvm::ArrayRef<report::Rule> Rules, TextOf Text);

/// Every file that has diagnostics.
std::vector<std::string> filesWithDiagnostics(const report::RunReport &R);

/// Actions for a range: repairs of the findings that touch it, a comment that suppresses each, and
/// one action for all proven repairs of the file.
std::vector<llvm::lsp::CodeAction> codeActions(const report::RunReport &R, llvm::StringRef File,
                                               const llvm::lsp::Range &At, TextOf Text);

/// The hover text for the narrowest place at a position; empty: nothing is known there.
std::string hover(const report::RunReport &R, llvm::StringRef File, const llvm::lsp::Position &At,
                  TextOf Text, llvm::lsp::Range &Where);

/// Adds to `New` what `Old` says about the file, moved to places in the changed text. Leaves out
/// what `Old` says about the changed lines and about kernels that `New` knows. An editor shows the
/// result until the analysis of the changed text ends.
void carryOver(report::RunReport &New, const report::RunReport &Old, llvm::StringRef File,
               llvm::StringRef OldText, llvm::StringRef NewText);

} // namespace cudafix::lsp
