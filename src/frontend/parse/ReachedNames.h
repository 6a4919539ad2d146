// SPDX-License-Identifier: Apache-2.0
//
// Names that the parsed file uses, itself or through functions and macros of its headers. If a
// statement with errors may hide a launch, they tell what the file may launch.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/ADT/StringSet.h"

namespace cudafix::frontend {

/// The identifiers of the main file, those of the functions and macros that they name, and so on.
llvm::StringSet<> reachedNames(clang::CompilerInstance &CI);

} // namespace cudafix::frontend
