// SPDX-License-Identifier: Apache-2.0
//
// The system calls that a confined process may make.
#pragma once

namespace cudafix::sandbox {

/// Confines the calling thread and those that it starts, for ever: any call other than those for
/// memory, time, signals to itself and writing to descriptors up to `LastFile` ends the process.
/// Returns true on success.
bool loadFilter(int LastFile, bool Threads);

/// Refuses, for ever, everything beyond the calling process and its files: the network, other
/// processes, owners and modes of files, namespaces, and (unless `Programs`) other programs.
/// Returns true on success.
bool loadRightsFilter(bool Programs);

} // namespace cudafix::sandbox
