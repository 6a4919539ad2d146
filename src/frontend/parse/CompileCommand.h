// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace cudafix::frontend {

/// How one file is compiled: the file, the folder the arguments are relative to, and
/// arguments for clang (nvcc's are translated before, NvccArgs.h), without the file name.
struct CompileCommand {
  std::string File;
  std::string Directory;
  std::vector<std::string> Args;
  std::vector<std::string> Warnings; ///< flags dropped in translation, once each
  bool Guessed = false;              ///< the arguments do not come from a build
};

} // namespace cudafix::frontend
