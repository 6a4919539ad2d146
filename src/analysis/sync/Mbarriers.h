// SPDX-License-Identifier: Apache-2.0
//
// Mbarriers of which the flow of the kernel tells what they order (PTX ISA, "mbarrier"): those that
// all threads of the block arrive at and wait for in one go, and those of one phase, in which one
// thread lets bulk copies come.
#pragma once

#include "model/Launch.h"
#include "smt/Workspace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudafix::analysis {

/// Makes barriers of the block of the former, and takes away the gaps that stand for both. Returns
/// true if anything changed. `Own` gives the kernel to change.
bool resolveMbarriers(const Kernel &K, smt::Workspace &Solving, const Launch &L,
                      llvm::function_ref<Kernel &()> Own);

} // namespace cudafix::analysis
