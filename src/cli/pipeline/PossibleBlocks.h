// SPDX-License-Identifier: Apache-2.0
//
// Block sizes of a kernel whose launch is not visible.
#pragma once

#include "model/Launch.h"
#include <vector>

namespace cudafix::cli {

/// The sizes of one-dimensional blocks that the kernel may be launched with, in whole warps: first
/// that of its launch bounds, then usual sizes, then all others, without those with which some code
/// would never run. Empty: the size is known, or something else of the launch is not.
std::vector<unsigned> possibleBlocks(const Kernel &K, const Launch &L);

} // namespace cudafix::cli
