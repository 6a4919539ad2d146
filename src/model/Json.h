// SPDX-License-Identifier: Apache-2.0
//
// JSON from untrusted sources.
#pragma once

#include "llvm/Support/JSON.h"

namespace cudafix {

/// Like llvm::json::parse, but fails on very deep nesting, because that parser is recursive.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace cudafix
