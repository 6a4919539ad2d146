// SPDX-License-Identifier: Apache-2.0
//
// What a unit's process hands back to the one that started it, as bytes.
#pragma once

#include "model/Finding.h"

namespace cudafix::cli {

/// A unit's report with what only the command line needs of it.
struct UnitResult {
  UnitReport Report;
  bool Unread = false; ///< the body of some kernel could not be read
  std::string Dump;    ///< of --dump, for standard output
};

std::string pack(const UnitResult &R);
/// False when the bytes were not written by `pack` of the same program.
bool unpack(llvm::StringRef Bytes, UnitResult &R);

} // namespace cudafix::cli
