// SPDX-License-Identifier: Apache-2.0
//
// Host code may come to one launch on several ways, on some of which two pointers are one
// (`k<<<g, b>>>(p, inPlace ? p : q)`).
#pragma once

#include "host/HostMemory.h"
#include "host/HostModule.h"
#include "model/Launch.h"
#include "smt/Workspace.h"

namespace cudafix::host {

/// The launch as it is on all ways, and as it is on each way on which arrays are one that otherwise
/// are not, and the kernel writes one of them (Launch::OneWay). `Memory` belongs to the function
/// the launch stands in. Looks at few ways: on the others the pointers are taken to differ.
std::vector<Launch> launchesOf(const HostLaunch &From, HostMemory &Memory, const Kernel &K,
                               smt::Workspace &Solving);

/// Returns true if what host code says of the launch is contradictory.
bool isDead(const Launch &L, const Kernel &K, smt::Workspace &Solving);

} // namespace cudafix::host
