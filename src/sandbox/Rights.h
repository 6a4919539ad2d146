// SPDX-License-Identifier: Apache-2.0
//
// A process that reads what strangers wrote, or runs it when it is asked to, needs few rights. It
// gives the others up, so that a mistake in it is worth little.
#pragma once

#include <string>
#include <vector>

namespace cudafix::sandbox {

/// What a process may do beside reading files, computing and starting copies of itself.
struct Rights {
  std::vector<std::string> Writable; ///< files, and folders with all that is in them
  bool Programs = false;             ///< it may start other programs
};

/// Returns true if this system can hold a process to its rights; tried once.
bool canHoldTo();

/// Holds the calling process and all that it starts to these rights, for ever: no network, no
/// signals to other processes, no changes of other files. Returns false if the system cannot hold
/// it to all of them; what it can take is taken then, too.
bool holdTo(const Rights &Kept);

} // namespace cudafix::sandbox
