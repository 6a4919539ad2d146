// SPDX-License-Identifier: Apache-2.0
//
// Text of a unit that conditional directives leave out, and the macros that would include it.
#pragma once

#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace cudafix::frontend {

/// A macro for which a directive tests.
struct AskedMacro {
  std::string Name;
  std::string Value;    ///< the compared value: 32 in `#if NAME == 32`; empty: any
  bool Instead = false; ///< it is an alternative after `||`: the macros before it suffice
};

/// Whose headers a text includes.
enum class ToolkitHeaders : uint8_t { None, Cuda, Other };

struct LeftOutText {
  std::string File;
  unsigned Line = 0;    ///< of the directive
  bool InMain = false;  ///< in the file that is parsed, not in one it includes
  unsigned Kernels = 0; ///< how often it says __global__
  ToolkitHeaders Includes = ToolkitHeaders::None;
  /// Macros that are not defined and for which the directive tests: NAME in `#ifdef NAME`, `#if
  /// defined(NAME) && ...` and `#if NAME == 32`, but not in `#if !defined(NAME)`.
  std::vector<AskedMacro> Macros;
  /// Types, namespaces and macros that it declares or defines.
  llvm::StringSet<> Declares;
};

/// Returns true if kernels are left out now that were not before.
bool losesKernels(llvm::ArrayRef<LeftOutText> Before, llvm::ArrayRef<LeftOutText> Now);

/// The number of occurrences of __global__ in the text, outside of comments and strings.
unsigned kernelsIn(llvm::StringRef Text, const clang::LangOptions &Lang);

/// Lists in `Found` the text that is left out of the unit and its headers, except system headers.
std::unique_ptr<clang::PPCallbacks> listLeftOut(clang::Preprocessor &PP,
                                                std::vector<LeftOutText> &Found);

} // namespace cudafix::frontend
