// SPDX-License-Identifier: Apache-2.0

#include "detect/AsyncFindings.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

static std::vector<Finding> detectBulkCopy(const KernelFacts &F) {
  using Kind = AsyncFault::Kind;
  return asyncFindings(F, BulkCopy, FaultPlace::Operation, [&](const AsyncFault &X) -> std::string {
    if (X.Op == NoId || F.K.AsyncOps[X.Op].What == AsyncOp::Kind::Multiply)
      return "";
    switch (X.What) {
    case Kind::NoProxyFence:
      return "the bulk copy may not see what " + accessText(F.K, X) +
             ": no fence.proxy.async stands in between";
    case Kind::SourceReused:
      return accessText(F.K, X) + " while the bulk copy may still read it: no "
                                  "cp.async.bulk.wait_group.read in between";
    case Kind::SourceFreed:
      return "the block may end while the bulk copy still reads its shared memory: no "
             "cp.async.bulk.wait_group after it";
    case Kind::NotCommitted:
      return "no cp.async.bulk.commit_group after the bulk copy: what waits for groups does "
             "not wait for it";
    case Kind::NotAwaited:
      return accessText(F.K, X) + ", which the bulk copy may not have written yet: nothing waits "
                                  "for its mbarrier in between";
    default:
      return "";
    }
  });
}

const Detector cudafix::detect::BulkCopy = {
    "bulk-copy", Level::Error,
    R"(A bulk copy (cp.async.bulk with its tensor and reducing forms, cuda::device::memcpy_async_tx) whose
memory a thread accesses without what has to stand in between: fence.proxy.async between a thread's
write and the copy that reads it, cp.async.bulk.wait_group.read before the source is written again or
the block ends, cp.async.bulk.commit_group before that wait, and a wait for the mbarrier before
what was copied is read.

Why: the copy is made by another agent, the async proxy, in its own time. A barrier of the block or a
memory fence orders threads, and not what they do with what the async proxy does (PTX ISA, "Async
proxy", "Completion mechanisms for asynchronous copy operations").

How it is decided: on no way from the one to the other may there be such an instruction, and a solver
finds a thread that accesses the first byte that is copied. Where the block is known the kernel also
runs on the CPU, where a copy reads and writes as late as it may.

Limits: where such an instruction stands on some ways only, or waits for the wrong phase or for too few
groups, only such a run can show it. Kernels with copies out of shared memory, or with more than one
phase of copies, are never called free.)",
    detectBulkCopy};
