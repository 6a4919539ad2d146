// SPDX-License-Identifier: Apache-2.0
//
// The conventions that every verdict on a kernel relies on, because its model is built on them.
#pragma once

#include "analysis/question/Race.h"
#include "model/Convention.h"

namespace cudafix::convention {

/// Returns the conventions on which the kernel's model and the race questions rely: arithmetic does
/// not wrap, subscripts stay within extents, strides set elements apart, and pointers refer to
/// different objects unless the launches show otherwise.
std::vector<Premise> granted(const Kernel &K, llvm::ArrayRef<Launch> Launches,
                             llvm::ArrayRef<analysis::RaceResult> Races);

/// "elements of 'out' set apart by s0, s1"
std::string apartText(const Kernel &K, ArrayId Of, llvm::ArrayRef<SymbolId> Strides);

} // namespace cudafix::convention
