// SPDX-License-Identifier: Apache-2.0
//
// `cuda-fix lsp`: the analysis for editors. Each analysis is a process of its own, as in every
// other run: a crash ends it, not the server.
#pragma once

#include "cli/options/CommandLine.h"

namespace cudafix::cli {

/// Serves an editor over standard input and output until it ends the server. `Args` hold the
/// command `lsp`.
int runLanguageServer(const CommandLine &Line, llvm::ArrayRef<std::string> Args);

} // namespace cudafix::cli
