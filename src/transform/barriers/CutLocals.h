// SPDX-License-Identifier: Apache-2.0
//
// The cost of a place for a barrier, from the text: if some threads do not reach it, locals that
// are declared before it and used after it must be moved out of both guards.
#pragma once

#include "frontend/Program.h"
#include "llvm/ADT/BitVector.h"

namespace cudafix::transform {

/// By SlotId: the number of locals, in the lists around the slot, that a guard there would separate
/// from a use.
std::vector<unsigned> cutLocals(const frontend::KernelUnit &K);

/// By SlotId: true if the slot is outside the device function that declares the arrays of the
/// pairs. If calls of the function share an array, its other callers need the barrier, too. Empty:
/// the arrays of the pairs are not all in one function.
llvm::BitVector awayFromArrays(frontend::Program &P, const frontend::KernelUnit &K,
                               llvm::ArrayRef<std::pair<AccessId, AccessId>> Pairs);

} // namespace cudafix::transform
