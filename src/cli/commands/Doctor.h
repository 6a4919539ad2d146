// SPDX-License-Identifier: Apache-2.0
//
// `cuda-fix doctor` and `cuda-fix init`: what is found on this machine and in this repository,
// and files that a repository begins with.
#pragma once

#include "cli/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace cudafix::cli {

/// What a folder and the folders below hold.
struct Surroundings {
  std::string Folder;          ///< absolute
  std::string Repository;      ///< empty: none
  std::string CompileDatabase; ///< nearest: above, or in a build folder below; empty: none
  std::string Config;          ///< the .cuda-fix.yaml that holds; empty: none
  std::string BuildSystem;     ///< "CMake", "setup.py", "Makefile"; empty: none
  size_t CudaFiles = 0;
};

Surroundings lookAround(llvm::StringRef Folder);

/// Says what is there: version, headers, compile database, configuration, cache, sandbox.
void doctor(llvm::raw_ostream &OS, const CommandLine &Line);

/// Writes .cuda-fix.yaml, and where there is none yet the hook's and the CI's file; overwrites
/// nothing.
llvm::Error init(llvm::raw_ostream &OS, const CommandLine &Line);

} // namespace cudafix::cli
