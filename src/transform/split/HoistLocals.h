// SPDX-License-Identifier: Apache-2.0
//
// A local declared in the first half of a split and used in the second moves before
// it: declaration without const, assignment where it was initialised, comment moved along.
#pragma once

#include "transform/split/OutTree.h"

namespace cudafix::transform {

/// The assignments that stay where hoisted declarations were; empty when nothing stays.
std::string assignmentText(const OutContext &C, const Node &N);

} // namespace cudafix::transform
