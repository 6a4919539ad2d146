// SPDX-License-Identifier: Apache-2.0
//
// Orders between sizes that follow from how host code computes them.
#pragma once

#include "model/Kernel.h"
#include "model/Launch.h"
#include "smt/Workspace.h"

namespace cudafix::host {

/// Adds to the launch that a size with which indices are compared is at most the stride of rows, if
/// that follows from its facts: width <= pitch, from width == min(batch, rest), pitch == bytes / 4
/// and batch * 4 <= bytes. Race questions then do not need those facts.
void addSizeOrders(const Kernel &K, Launch &L, smt::Workspace &Solving);

} // namespace cudafix::host
