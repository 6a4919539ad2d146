// SPDX-License-Identifier: Apache-2.0
//
// Finds kernels in strings of Python and C++ files (NVRTC, CuPy's RawKernel, PyTorch's
// load_inline). The file becomes a CUDA source of the same length in which everything but these
// strings is blank, so lines, columns and offsets are those of the file.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace cudafix::cli {

/// Returns true for files whose strings are searched, by their names.
bool mayEmbedKernels(llvm::StringRef File);

/// The file as CUDA source; nullopt: no string in it holds a kernel.
std::optional<std::string> embeddedKernels(llvm::StringRef File, llvm::StringRef Text);

/// The file with the changes from its CUDA source `Before` to `After`; nullopt: they would change
/// more than the code in its strings, or the new code cannot be written in such a string.
std::optional<std::string> putBack(llvm::StringRef File, llvm::StringRef Text,
                                   llvm::StringRef Before, llvm::StringRef After);

/// Files below a folder whose strings hold kernels, sorted.
std::vector<std::string> filesWithKernelStrings(llvm::StringRef Folder);

} // namespace cudafix::cli
