// SPDX-License-Identifier: Apache-2.0
//
// Kernels in strings of Python and C++ files (NVRTC, CuPy's RawKernel, PyTorch's load_inline). A
// file becomes a CUDA source of the same length in which everything but these strings is blank,
// so that lines, columns and offsets are those of the file.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace cudafix::cli {

/// Returns true for files whose strings are looked at, by name.
bool mayEmbedKernels(llvm::StringRef File);

/// The file as CUDA source; nullopt: no string in it holds a kernel.
std::optional<std::string> embeddedKernels(llvm::StringRef File, llvm::StringRef Text);

/// The file with what `After` changes of its CUDA source `Before`; nullopt: that would change more
/// than the code in its strings, or the new code cannot stand in such a string as it is.
std::optional<std::string> putBack(llvm::StringRef File, llvm::StringRef Text,
                                   llvm::StringRef Before, llvm::StringRef After);

/// Files below a folder whose strings hold kernels, sorted.
std::vector<std::string> filesWithKernelStrings(llvm::StringRef Folder);

} // namespace cudafix::cli
