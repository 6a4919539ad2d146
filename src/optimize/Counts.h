// SPDX-License-Identifier: Apache-2.0
//
// What a kernel's code holds, as far as passes are to lower it.
#pragma once

#include "model/Finding.h"

namespace llvm {
class Function;
} // namespace llvm

namespace cudafix::optimize {

/// "accesses", "generic_accesses" and "instructions", as they stand in the code.
Cost countCode(llvm::Function &F);

/// Accesses whose memory space is not known, with the reason: "line 3: its pointer is kept
/// in memory".
std::vector<std::string> genericAccesses(llvm::Function &F);

/// What no pass may make worse: barriers and memory accesses where only some threads of a
/// block come.
struct DivergentCode {
  unsigned Barriers = 0, Accesses = 0;
};
DivergentCode divergentCode(llvm::Function &F);

} // namespace cudafix::optimize
