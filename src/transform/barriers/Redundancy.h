// SPDX-License-Identifier: Apache-2.0
//
// Why a barrier is not needed, in words that a reviewer can check in the source.
#pragma once

#include "model/Finding.h"

namespace cudafix::transform {

/// What stands between the barriers around it, and what of it is accessed on both sides.
std::string whyRedundant(const Kernel &K, const Finding &F);

} // namespace cudafix::transform
