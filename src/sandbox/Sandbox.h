// SPDX-License-Identifier: Apache-2.0
//
// Runs code of the analysed program in a child process that a seccomp filter cuts off from files,
// the network and other processes: it has memory, time and one pipe to its parent.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace cudafix::sandbox {

struct Limits {
  /// Processor seconds for each working thread, which other work on the machine does not use up;
  /// the limit in real time is four times as long.
  unsigned Seconds = 30;
  /// More than one: it may start threads, one of which only watches the clock (smt/Session.h).
  unsigned Threads = 1;
  uint64_t MemoryBytes = uint64_t(8) << 30; ///< of address space
  size_t OutputBytes = size_t(64) << 20;    ///< limit on what it sends
};

struct Outcome {
  std::string Bytes;   ///< everything that was sent; a hostile child may send anything
  std::string Failure; ///< why it did not end normally; empty: it did
  bool TimedOut = false;
  bool Faulted = false; ///< it made an error such as an access to unmapped memory
};

using Send = llvm::function_ref<void(llvm::StringRef Bytes)>;

/// Returns true if this platform can confine a child; tried once.
bool available();

/// For tests: after this call, `available` returns false.
void forbid();

/// Runs `Work` in a confined child, which has a copy of this process's memory. If no child can be
/// confined, `Work` does not run.
Outcome runConfined(llvm::function_ref<void(Send)> Work, const Limits &L = {});

} // namespace cudafix::sandbox
