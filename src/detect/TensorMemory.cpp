// SPDX-License-Identifier: Apache-2.0

#include "detect/AsyncFindings.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

static std::vector<Finding> detectTensorMemory(const KernelFacts &F) {
  auto Message = [&](const AsyncFault &X) -> std::string {
    return X.What == AsyncFault::Kind::StoreOpen
               ? "the thread meets others before it has written to tensor memory: no "
                 "tcgen05.wait::st in between"
               : "";
  };
  return asyncFindings(F, TensorMemory, FaultPlace::Operation, Message);
}

const Detector cudafix::detect::TensorMemory = {
    "tensor-memory", Level::Warning,
    R"(A thread writes to tensor memory (tcgen05.st) and comes to a barrier, or arrives at one, without
a tcgen05.wait::st in between.

Why: tcgen05.st only begins the write. Who is told by a barrier that it is there, and then reads it by
tcgen05.ld or uses it in a tcgen05.mma, may read what was there before (PTX ISA, "tcgen05.wait").

How it is decided: on every way from the write, the first thing that comes is the barrier and not the
wait.

Limits: what others read of tensor memory after the barrier is not followed, nor are
tcgen05.fence::before_thread_sync and after_thread_sync.)",
    detectTensorMemory};
