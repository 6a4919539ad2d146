// SPDX-License-Identifier: Apache-2.0
//
// What a unit's process hands back to the one that started it, as bytes.
#pragma once

#include "model/Details.h"
#include "model/Finding.h"

namespace cudafix::cli {

/// The lines of a function, and a kernel that runs it: the function itself or a caller.
struct CodeRange {
  std::string Kernel, File;
  unsigned First = 0, Last = 0;
};

/// A unit's report with what only the command line needs of it.
struct UnitResult {
  UnitReport Report;
  bool Unread = false; ///< the body of some kernel could not be read
  std::vector<CodeRange> Ranges;
  std::string Dump;                   ///< of --dump, for standard output
  std::vector<KernelDetails> Details; ///< when asked for
};

std::string pack(const UnitResult &R);
/// False when the bytes were not written by `pack` of the same program.
bool unpack(llvm::StringRef Bytes, UnitResult &R);
/// The same for a process that ran code of the analysed program: false, too, where it holds what
/// no run gives, repairs of files above all.
bool unpackRun(llvm::StringRef Bytes, UnitResult &R);

} // namespace cudafix::cli
