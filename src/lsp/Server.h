// SPDX-License-Identifier: Apache-2.0
//
// The language server: LLVM's JSON-RPC and protocol types over standard input and output. One
// thread waits for the editor, for analyses under way and for the pause after the last key.
#pragma once

#include "lsp/Engine.h"

namespace cudafix::lsp {

struct ServerOptions {
  unsigned DebounceMilliseconds = 300; ///< time without a key press before an analysis starts
  unsigned Jobs = 1;                   ///< analyses at the same time
  llvm::ArrayRef<report::Rule> Rules;
  std::string Version;
};

/// Serves until the editor ends the server; returns false if it left without doing so.
bool serve(Engine &E, const ServerOptions &Opts);

} // namespace cudafix::lsp
