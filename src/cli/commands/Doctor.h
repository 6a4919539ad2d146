// SPDX-License-Identifier: Apache-2.0
//
// `cuda-fix doctor` reports what is found on this machine and in this repository; `cuda-fix init`
// writes the first files for a repository.
#pragma once

#include "cli/options/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace cudafix::cli {

/// What was found in a folder and below it.
struct Surroundings {
  std::string Folder;     ///< absolute
  std::string Repository; ///< empty: none
  std::string
      CompileDatabase;     ///< the nearest one above, or one in a build folder below; empty: none
  std::string Config;      ///< the .cuda-fix.yaml that applies; empty: none
  std::string BuildSystem; ///< "CMake", "setup.py", "Makefile"; empty: none
  size_t CudaFiles = 0;
};

/// Finds a repository, compile database, configuration and build system for a folder.
Surroundings lookAround(llvm::StringRef Folder);

/// Prints what was found: version, headers, compile database, configuration, cache, sandbox.
void doctor(llvm::raw_ostream &OS, const CommandLine &Line);

/// Writes .cuda-fix.yaml, the hook's file and the CI's file, but overwrites nothing.
llvm::Error init(llvm::raw_ostream &OS, const CommandLine &Line);

} // namespace cudafix::cli
