// SPDX-License-Identifier: Apache-2.0
//
// JSON that anybody may have written.
#pragma once

#include "llvm/Support/JSON.h"

namespace cudafix {

/// As llvm::json::parse, but fails on what is nested more deeply than anybody means: the parser
/// calls itself for each level.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace cudafix
