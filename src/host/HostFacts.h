// SPDX-License-Identifier: Apache-2.0
//
// What host code says of one launch: its dimensions, the relations that hold when it is
// reached, and where its pointers come from.
#pragma once

#include "host/HostModule.h"
#include "host/HostTerms.h"
#include "model/Launch.h"

namespace cudafix::host {

/// Adds what is known of `From` to `Into`. `Memory` belongs to the function the launch
/// stands in.
void describeLaunch(const HostLaunch &From, HostMemory &Memory, const Kernel &K, Launch &Into);

/// Where the value of a parameter lies in memory when the kernel is launched.
std::optional<Place> argumentPlace(const HostLaunch &From, HostMemory &Memory, unsigned Position);

/// Places of a launch as reports print them.
SourceLoc locationOf(const llvm::DILocation &D);

} // namespace cudafix::host
