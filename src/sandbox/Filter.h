// SPDX-License-Identifier: Apache-2.0
//
// What a confined process may ask of the kernel.
#pragma once

namespace cudafix::sandbox {

/// Confines the calling thread and those that it starts, for ever; any other call than those for
/// memory, time, signals to itself and writing to descriptors up to `LastFile` ends the process.
/// Returns true on success.
bool loadFilter(int LastFile, bool Threads);

/// Refuses, for ever, what reaches beyond the calling process and its files: the network, other
/// processes, owners and modes of files, namespaces, and other programs unless `Programs`. Returns
/// true on success.
bool loadRightsFilter(bool Programs);

} // namespace cudafix::sandbox
