// SPDX-License-Identifier: Apache-2.0
//
// Counts in a kernel's code the things that passes are meant to reduce.
#pragma once

#include "model/Finding.h"

namespace llvm {
class Function;
} // namespace llvm

namespace cudafix::optimize {

/// The static counts "accesses", "generic_accesses" and "instructions".
Cost countCode(llvm::Function &F);

/// Accesses whose memory space is not known, with the reason: "line 3: its pointer is kept
/// in memory".
std::vector<std::string> genericAccesses(llvm::Function &F);

/// Counts that no pass may increase: barriers and memory accesses that only some threads of a block
/// reach.
struct DivergentCode {
  unsigned Barriers = 0, Accesses = 0;
};
DivergentCode divergentCode(llvm::Function &F);

} // namespace cudafix::optimize
