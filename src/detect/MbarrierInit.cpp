// SPDX-License-Identifier: Apache-2.0

#include "detect/AsyncFindings.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

static std::vector<Finding> detectMbarrierInit(const KernelFacts &F) {
  auto Message = [&](const AsyncFault &X) -> std::string {
    if (X.What != AsyncFault::Kind::InitUnseen)
      return "";
    const AsyncOp &Use = F.K.AsyncOps[X.Other];
    return "other threads may come to the mbarrier at " + lineOf(callOf(Use.Loc, Use.CallChain)) +
           " before it is initialised here: no barrier of the block stands in between";
  };
  return asyncFindings(F, MbarrierInit, FaultPlace::Operation, Message);
}

const Detector cudafix::detect::MbarrierInit = {
    "mbarrier-init", Level::Error,
    R"(An mbarrier that some threads initialise for others, which may use it before: no barrier of the
block or the cluster stands between mbarrier.init and an arrival, a wait or a copy of other threads.

Why: an operation on memory that holds no valid mbarrier is undefined (PTX ISA, "mbarrier"). A fence
makes the initialisation known, but holds nobody up.

How it is decided: the initialisation stands under a branch that threads of a block take apart, no
barrier stands on any way from it to the use, and a solver finds a second thread that comes to the use
of the same mbarrier. Where only __syncwarp() stands between them, it is one of another warp. Where the
model does not tell which thread initialises it, it is a warning: two threads use it.

Limits: what a constructor of cuda::barrier does is not looked at; a barrier on some ways is taken to be on all.)",
    detectMbarrierInit};
