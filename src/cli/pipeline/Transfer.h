// SPDX-License-Identifier: Apache-2.0
//
// The results that a unit's process sends to its parent, as bytes.
#pragma once

#include "model/Details.h"
#include "model/Finding.h"

namespace cudafix::cli {

/// The lines of a function, and a kernel that runs it: the function itself or a caller.
struct CodeRange {
  std::string Kernel, File;
  unsigned First = 0, Last = 0;
};

/// A unit's report and further results that only the command line needs.
struct UnitResult {
  UnitReport Report;
  bool Unread = false; ///< the body of some kernel could not be read
  std::vector<CodeRange> Ranges;
  std::string Dump;                   ///< of --dump, for standard output
  std::vector<KernelDetails> Details; ///< when asked for
};

/// Encodes a result as bytes.
std::string pack(const UnitResult &R);
/// Returns false if the bytes were not written by `pack` of the same program.
bool unpack(llvm::StringRef Bytes, UnitResult &R);
/// The same for a process that ran code of the analysed program: also returns false if the bytes
/// hold anything a run does not produce, repairs above all.
bool unpackRun(llvm::StringRef Bytes, UnitResult &R);

} // namespace cudafix::cli
