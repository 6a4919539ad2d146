// SPDX-License-Identifier: Apache-2.0
//
// nvcc's command line in Clang's terms.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace cudafix::frontend {

/// The parts of a command line that matter for a parse, in Clang's spelling.
struct TranslatedArgs {
  std::vector<std::string> Args;     ///< no compiler, no input files, no output
  std::vector<std::string> Inputs;   ///< source files, as written
  std::vector<std::string> Warnings; ///< what was not understood, once each
};

/// Translates arguments of nvcc (without the word "nvcc"). Option files (-optf, --options-file) are
/// read from `FS`, relative to `Directory`. Arguments that Clang understands pass through.
TranslatedArgs translateNvccArgs(llvm::ArrayRef<std::string> Args, llvm::vfs::FileSystem &FS,
                                 llvm::StringRef Directory);

/// The same for arguments of clang, g++ and the like: removes inputs and outputs, and reads @files.
TranslatedArgs splitClangArgs(llvm::ArrayRef<std::string> Args, llvm::vfs::FileSystem &FS,
                              llvm::StringRef Directory);

/// The same for arguments after `--`, which may be those of either compiler.
TranslatedArgs translateUserArgs(llvm::ArrayRef<std::string> Args, llvm::vfs::FileSystem &FS,
                                 llvm::StringRef Directory);

/// Reduces a compile command to the words of the compiler that reads a CUDA source: splits chains
/// like `cd X && nvcc ...` and `a ; b`; the last such compiler wins. Sets `Directory` if the chain
/// changes it. Empty: no compiler was found.
std::vector<std::string> compilerWords(llvm::ArrayRef<std::string> Words, std::string &Directory);

/// Returns true if the program is nvcc, possibly with a path, a version or ccache before it.
bool isNvcc(llvm::StringRef Program);

} // namespace cudafix::frontend
