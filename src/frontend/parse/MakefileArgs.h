// SPDX-License-Identifier: Apache-2.0
//
// Without a compile database there is often a Makefile: this reads the macros and include folders
// of its compile lines. Nothing of it is executed.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cudafix::frontend {

/// The -D, -U, -I, -isystem, -include, -std and -fgpu-rdc arguments of the compile lines of
/// `Folder`/Makefile, folders made absolute; empty if there is no such file.
std::vector<std::string> makefileArgs(llvm::StringRef Folder);

} // namespace cudafix::frontend
