// SPDX-License-Identifier: Apache-2.0
//
// A look at the text of a unit and of the headers beside it, before anything is parsed.
#pragma once

#include "frontend/parse/CompileCommand.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace cudafix::frontend {

/// Returns true if the unit, or a header it includes by a quoted name, uses the C++ standard
/// library. A guess that only decides which precompiled header is tried first.
bool usesStandardLibrary(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS);

/// The sources in the unit's folder, and in the one above it, that include the unit, directly
/// or through each other, and that no other source includes.
std::vector<std::string> includersOf(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS);

/// The names that `Text` includes, with their opening quote or bracket.
std::vector<llvm::StringRef> includesOf(llvm::StringRef Text);

} // namespace cudafix::frontend
