// SPDX-License-Identifier: Apache-2.0
//
// The price of a place for a barrier, from the text. Where some threads miss it: locals that are
// declared before it and used after it must be declared outside of both guards.
#pragma once

#include "frontend/Program.h"
#include "llvm/ADT/BitVector.h"

namespace cudafix::transform {

/// By SlotId: how many locals of the lists around the slot a guard there would separate from a use.
std::vector<unsigned> cutLocals(const frontend::KernelUnit &K);

/// By SlotId: whether it is outside the device function that declares the arrays of the pairs. Its
/// other callers need the barrier, too, if calls of the function share an array; empty: not all
/// pairs are on arrays of one function.
llvm::BitVector awayFromArrays(frontend::Program &P, const frontend::KernelUnit &K,
                               llvm::ArrayRef<std::pair<AccessId, AccessId>> Pairs);

} // namespace cudafix::transform
