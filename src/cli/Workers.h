// SPDX-License-Identifier: Apache-2.0
//
// One child process per translation unit: a crash, a hang or an exhausted memory ends one
// unit, not the run. Results come back in the order of the jobs, whatever finishes first.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cudafix::cli {

struct JobResult {
  std::string Bytes;   ///< what the job handed over last
  std::string Errors;  ///< what it wrote to standard error
  std::string Failure; ///< why it did not end well; empty: it did
  bool TimedOut = false;
};

struct WorkerOptions {
  unsigned Jobs = 1;
  unsigned TimeoutSeconds = 300;
  bool InProcess = false; ///< no children, for debuggers
  bool OwnErrors = false; ///< a child writes to our standard error, not into its result
  bool OwnGroup = true;   ///< a child and all it starts are ended as one; none reads the terminal
  size_t MostBytes = size_t(512) << 20;     ///< handed over at once
  uint64_t MemoryBytes = uint64_t(8) << 30; ///< of address space, for each child
  llvm::function_ref<void(size_t Done)> Progress;
};

using Emit = llvm::function_ref<void(llvm::StringRef Bytes)>;
/// Job `Index`; each call of `Emit` replaces what was handed over before.
using Job = llvm::function_ref<void(size_t Index, Emit)>;

std::vector<JobResult> runJobs(size_t Count, Job Work, const WorkerOptions &Opts);

} // namespace cudafix::cli
