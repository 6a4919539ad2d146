// SPDX-License-Identifier: Apache-2.0
//
// What every verdict on a kernel assumes, as its model is built with it.
#pragma once

#include "analysis/question/Race.h"
#include "model/Convention.h"

namespace cudafix::convention {

/// The conventions that the kernel's model and the questions about its races use: arithmetic does
/// not wrap, subscripts stay within extents, strides set elements apart, and pointers lead into
/// different objects unless the launches show it.
std::vector<Premise> granted(const Kernel &K, llvm::ArrayRef<Launch> Launches,
                             llvm::ArrayRef<analysis::RaceResult> Races);

/// "elements of 'out' set apart by s0, s1"
std::string apartText(const Kernel &K, ArrayId Of, llvm::ArrayRef<SymbolId> Strides);

} // namespace cudafix::convention
