// SPDX-License-Identifier: Apache-2.0
//
// Sides (device or host) of functions that are not those in the text.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cudafix::frontend {

class ParsedSide;

/// The name of the class in a type like `const n::A<int>`, if it has a constructor for the device
/// alone; empty: it has none.
std::string madeOnDevice(const ParsedSide &Side, llvm::StringRef Type);

} // namespace cudafix::frontend
