// SPDX-License-Identifier: Apache-2.0
//
// What the file that is parsed names, itself or through functions and macros of its headers. Where
// a statement with errors may hide a launch, this tells what the file may launch.
#pragma once

#include "frontend/Precompiled.h"
#include "llvm/ADT/StringSet.h"

namespace cudafix::frontend {

/// The identifiers of the main file, those of the functions and macros that they name, and so on.
llvm::StringSet<> reachedNames(clang::CompilerInstance &CI);

} // namespace cudafix::frontend
