// SPDX-License-Identifier: Apache-2.0
//
// What every verdict of a kernel stands on, as the model is built with it.
#pragma once

#include "model/Convention.h"
#include "model/Launch.h"

namespace cudafix::convention {

/// The conventions that the kernel's model makes use of: arithmetic that does not wrap, subscripts
/// within extents, pointers into different objects of which the launches do not show as much.
std::vector<Premise> granted(const Kernel &K, llvm::ArrayRef<Launch> Launches);

} // namespace cudafix::convention
