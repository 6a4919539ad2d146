// SPDX-License-Identifier: Apache-2.0
//
// Moves a local that is declared in the first half of a split and used in the second before both:
// declaration without const, assignment at its old place, comment moved along.
#pragma once

#include "transform/split/OutTree.h"

namespace cudafix::transform {

/// The assignments that remain at the places of hoisted declarations; empty if none do.
std::string assignmentText(const OutContext &C, const Node &N);

} // namespace cudafix::transform
