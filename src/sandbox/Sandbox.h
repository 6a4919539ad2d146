// SPDX-License-Identifier: Apache-2.0
//
// Code that comes from the analysed program runs in a child process that a seccomp filter keeps
// from files, the network and other processes: it has memory, time and one pipe to its parent.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace cudafix::sandbox {

struct Limits {
  /// Processor time for each thread that works, which other work on the machine does not use up; by
  /// the clock four times as long.
  unsigned Seconds = 30;
  /// More than one: it may start threads, one of which only watches the clock (smt/Session.h).
  unsigned Threads = 1;
  uint64_t MemoryBytes = uint64_t(8) << 30; ///< of address space
  size_t OutputBytes = size_t(64) << 20;    ///< of what it sends
};

struct Outcome {
  std::string Bytes;   ///< all that was sent; the child decides what stands here
  std::string Failure; ///< why it did not end well; empty: it did
  bool TimedOut = false;
  bool Faulted = false; ///< it did what no program may do: reached memory that is not there, say
};

using Send = llvm::function_ref<void(llvm::StringRef Bytes)>;

/// Returns true if this platform can confine a child; tried once.
bool available();

/// From now on nothing counts as available; for tests of what happens then.
void forbid();

/// Runs `Work` in a confined child, which has a copy of this process' memory. Where no child can
/// be confined, `Work` does not run.
Outcome runConfined(llvm::function_ref<void(Send)> Work, const Limits &L = {});

} // namespace cudafix::sandbox
