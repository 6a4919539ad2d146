// SPDX-License-Identifier: Apache-2.0
//
// Orders between sizes that follow from how host code computes them.
#pragma once

#include "model/Kernel.h"
#include "model/Launch.h"
#include "smt/Workspace.h"

namespace cudafix::host {

/// Adds to the launch that a size which indices are compared with is at most the stride of rows,
/// where that follows from its facts: width <= pitch, from width == min(batch, rest), pitch ==
/// bytes / 4 and batch * 4 <= bytes. With it a race question can do without those facts.
void addSizeOrders(const Kernel &K, Launch &L, smt::Workspace &Solving);

} // namespace cudafix::host
