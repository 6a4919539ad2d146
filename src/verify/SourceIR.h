// SPDX-License-Identifier: Apache-2.0
//
// The IR form of a repair must do the same as its source form: if their synchronization differs, or
// only the source form exists, the module compiled from the patched source replaces it.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace cudafix::verify {

/// The module `Bitcode`, compiled from the patched source, as text; nullopt if the kernel `Symbol`
/// in `Text` has as many barriers, votes, atomics and fences of each kind as the kernel `Patched`
/// in that module.
std::optional<std::string> irOfSource(llvm::StringRef Bitcode, llvm::StringRef Patched,
                                      llvm::StringRef Text, llvm::StringRef Symbol);

} // namespace cudafix::verify
