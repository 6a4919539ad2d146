// SPDX-License-Identifier: Apache-2.0
//
// Changes the sides (device or host) of functions from those in the text.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace clang {
class ASTMutationListener;
class CompilerInstance;
} // namespace clang

namespace cudafix::frontend {

class ParsedSide;

/// The name of the class in a type like `const n::A<int>`, if it has a constructor only for the
/// device; else empty.
std::string madeOnDevice(const ParsedSide &Side, llvm::StringRef Type);

/// Makes functions for one side also functions for the other, if the arguments of the parse ask for
/// it; null: they do not.
std::unique_ptr<clang::ASTMutationListener> makeHostToo(const clang::CompilerInstance &CI);

} // namespace cudafix::frontend
