// SPDX-License-Identifier: Apache-2.0
//
// What every verdict of a kernel stands on, as the model is built with it.
#pragma once

#include "analysis/question/Race.h"
#include "model/Convention.h"

namespace cudafix::convention {

/// The conventions that the kernel's model and the questions about its races make use of:
/// arithmetic that does not wrap, subscripts within extents, strides that set elements apart,
/// pointers into different objects of which the launches do not show as much.
std::vector<Premise> granted(const Kernel &K, llvm::ArrayRef<Launch> Launches,
                             llvm::ArrayRef<analysis::RaceResult> Races);

/// "elements of 'out' set apart by s0, s1"
std::string apartText(const Kernel &K, ArrayId Of, llvm::ArrayRef<SymbolId> Strides);

} // namespace cudafix::convention
