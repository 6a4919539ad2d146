// SPDX-License-Identifier: Apache-2.0
//
// Mbarriers whose effect follows from the kernel's control flow (PTX ISA, "mbarrier"): those at
// which all threads of the block arrive and wait together, and those with one phase, in which one
// thread starts bulk copies.
#pragma once

#include "model/Launch.h"
#include "smt/Workspace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudafix::analysis {

/// Turns the former into block barriers, and removes the gaps that stand for both. Returns true if
/// anything changed. `Own` returns the kernel to change.
bool resolveMbarriers(const Kernel &K, smt::Workspace &Solving, const Launch &L,
                      llvm::function_ref<Kernel &()> Own);

} // namespace cudafix::analysis
