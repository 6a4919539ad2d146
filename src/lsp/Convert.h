// SPDX-License-Identifier: Apache-2.0
//
// Findings and repairs in the words of the protocol.
#pragma once

#include "lsp/Engine.h"
#include "lsp/Positions.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudafix::lsp {

/// The text of a file as the editor has it, else as it is on disk.
using TextOf = llvm::function_ref<std::optional<llvm::StringRef>(llvm::StringRef File)>;

/// A copy that holds all its texts: values that the library makes of its types only refer to them.
llvm::json::Value owned(const llvm::json::Value &V);

/// What a report says of one file: findings, kernels that are not decided, what could not be read.
std::vector<llvm::json::Value> diagnostics(const report::RunReport &R, llvm::StringRef File,
                                           llvm::ArrayRef<report::Rule> Rules, TextOf Text);

/// Every file that has diagnostics.
std::vector<std::string> filesWithDiagnostics(const report::RunReport &R);

/// Repairs of what touches the range, the way to suppress it, and one action for all proven
/// repairs of the file.
std::vector<llvm::lsp::CodeAction> codeActions(const report::RunReport &R, llvm::StringRef File,
                                               const llvm::lsp::Range &At, TextOf Text);

/// What is known of the narrowest place there; empty: nothing.
std::string hover(const report::RunReport &R, llvm::StringRef File, const llvm::lsp::Position &At,
                  TextOf Text, llvm::lsp::Range &Where);

/// Moves what `Old` says about places after a changed part of the file, and leaves out what it
/// says about the part itself and about kernels that `New` knows. Added to `New`, it is what an
/// editor shows until the analysis of the changed text is done.
void carryOver(report::RunReport &New, const report::RunReport &Old, llvm::StringRef File,
               llvm::StringRef OldText, llvm::StringRef NewText);

} // namespace cudafix::lsp
