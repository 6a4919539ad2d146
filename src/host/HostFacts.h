// SPDX-License-Identifier: Apache-2.0
//
// What host code says of one launch: its dimensions, the relations that hold when it is
// reached, and where its pointers come from.
#pragma once

#include "host/HostModule.h"
#include "host/Origins.h"
#include "model/Launch.h"
#include "smt/Workspace.h"

namespace cudafix::host {

/// What is known of a launch on the ways that are given; nullopt: no way leads to it. `Memory`
/// belongs to the function the launch stands in. `Open`: what its pointers depend on besides
/// (Origins::open).
std::optional<Launch> describeLaunch(const HostLaunch &From, HostMemory &Memory, const Kernel &K,
                                     smt::Workspace &Solving, const Ways &Taken,
                                     llvm::SmallVectorImpl<llvm::Value *> &Open);

/// Where the value of a parameter lies in memory when the kernel is launched.
std::optional<Place> argumentPlace(const HostLaunch &From, HostMemory &Memory, unsigned Position);

/// Places of a launch as reports print them.
SourceLoc locationOf(const llvm::DILocation &D);

} // namespace cudafix::host
