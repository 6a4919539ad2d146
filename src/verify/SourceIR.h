// SPDX-License-Identifier: Apache-2.0
//
// The IR form of a repair says what its source form says: where the two synchronize differently, or
// only the source form exists, the module that the patched source compiles to stands for both.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace cudafix::verify {

/// The module in `Bitcode`, of the patched source, as text; nullopt where the kernel in `Text`,
/// called `Symbol` there, has as many barriers, votes, atomics and fences of each kind as the one
/// called `Patched` in the module.
std::optional<std::string> irOfSource(llvm::StringRef Bitcode, llvm::StringRef Patched,
                                      llvm::StringRef Text, llvm::StringRef Symbol);

} // namespace cudafix::verify
