// SPDX-License-Identifier: Apache-2.0
//
// What host code says about one launch: its dimensions, the relations that hold when it is reached,
// and the origins of its pointers.
#pragma once

#include "host/HostModule.h"
#include "host/Origins.h"
#include "model/Launch.h"
#include "smt/Workspace.h"

namespace cudafix::host {

/// What is known about a launch on the given ways; nullopt: no path reaches it. `Memory` belongs to
/// the function that contains the launch. `Open`: further choices on which its pointers depend
/// (Origins::open).
std::optional<Launch> describeLaunch(const HostLaunch &From, HostMemory &Memory, const Kernel &K,
                                     smt::Workspace &Solving, const Ways &Taken,
                                     llvm::SmallVectorImpl<llvm::Value *> &Open);

/// Where in memory the value of a parameter is when the kernel is launched.
std::optional<Place> argumentPlace(const HostLaunch &From, HostMemory &Memory, unsigned Position);

/// Places of a launch as reports print them.
SourceLoc locationOf(const llvm::DILocation &D);

} // namespace cudafix::host
