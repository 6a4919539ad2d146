// SPDX-License-Identifier: Apache-2.0
//
// Host code may reach one launch on several ways, on some of which two pointers are equal (`k<<<g,
// b>>>(p, inPlace ? p : q)`).
#pragma once

#include "host/HostMemory.h"
#include "host/HostModule.h"
#include "model/Launch.h"
#include "smt/Workspace.h"

namespace cudafix::host {

/// The launch for all ways together, and separately for each way on which arrays coincide that
/// otherwise do not, if the kernel writes one of them (Launch::OneWay). `Memory` belongs to the
/// function that contains the launch. Only few ways are examined; on the others the pointers are
/// assumed to differ.
std::vector<Launch> launchesOf(const HostLaunch &From, HostMemory &Memory, const Kernel &K,
                               smt::Workspace &Solving);

/// Returns true if the host facts of the launch contradict each other.
bool isDead(const Launch &L, const Kernel &K, smt::Workspace &Solving);

} // namespace cudafix::host
