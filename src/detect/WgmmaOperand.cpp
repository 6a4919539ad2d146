// SPDX-License-Identifier: Apache-2.0

#include "detect/AsyncFindings.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

static std::vector<Finding> detectWgmmaOperand(const KernelFacts &F) {
  using Kind = AsyncFault::Kind;
  auto Message = [&](const AsyncFault &X) -> std::string {
    if (X.Op == NoId || F.K.AsyncOps[X.Op].What != AsyncOp::Kind::Multiply)
      return "";
    switch (X.What) {
    case Kind::NoProxyFence:
      return "wgmma may not see what " + accessText(F.K, X) +
             ": no fence.proxy.async stands in between";
    case Kind::SourceReused:
      return accessText(F.K, X) + " while wgmma may still read it: no wgmma.wait_group in between";
    case Kind::NotCommitted:
      return "no wgmma.commit_group after wgmma: what waits for groups does not wait for it";
    default:
      return "";
    }
  };
  return asyncFindings(F, WgmmaOperand, FaultPlace::Operation, Message);
}

const Detector cudafix::detect::WgmmaOperand = {
    "wgmma-operand", Level::Error,
    R"(A tile of shared memory that wgmma.mma_async (inline assembly) multiplies and that threads write
without what has to stand in between: fence.proxy.async before wgmma reads what they wrote,
wgmma.wait_group before they write it again, and wgmma.commit_group before that wait.

Why: wgmma reads its tiles through the async proxy, in its own time. A barrier of the block orders threads,
and not what they do with what the async proxy does (PTX ISA, "Asynchronous wgmma instructions", "Async
proxy").

How it is decided: the address of the tile is followed through the bits of the matrix descriptor to an
array. On no way from the one to the other may there be such an instruction, and a solver finds a thread
that writes the first byte of the tile.

Limits: descriptors that a loop advances, or that come from memory, are not followed, and tiles in tensor
memory (tcgen05) are not looked at. Where such an instruction stands on some ways only, or waits for too
few groups, nothing is said; the kernel is never called free.)",
    detectWgmmaOperand};
