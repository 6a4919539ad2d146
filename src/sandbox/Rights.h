// SPDX-License-Identifier: Apache-2.0
//
// A process that reads strangers' files, or runs them on request, needs few rights. It gives up the
// others, so that little can be gained from a bug in it.
#pragma once

#include <string>
#include <vector>

namespace cudafix::sandbox {

/// What a process may do besides reading files, computing and starting copies of itself.
struct Rights {
  std::vector<std::string> Writable; ///< files, and folders with everything in them
  bool Programs = false;             ///< it may start other programs
};

/// Returns true if this system can enforce rights; tries it once.
bool canHoldTo();

/// Restricts the calling process and all that it starts to these rights, for ever: no network, no
/// signals to other processes, no changes of other files. Returns false if the system cannot
/// enforce all of it; it then still enforces what it can.
bool holdTo(const Rights &Kept);

} // namespace cudafix::sandbox
