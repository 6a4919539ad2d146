// SPDX-License-Identifier: Apache-2.0

#include "detect/AsyncFindings.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

static std::vector<Finding> detectDependentLaunch(const KernelFacts &F) {
  using Kind = AsyncFault::Kind;
  auto Message = [&](const AsyncFault &X) -> std::string {
    if (X.What != Kind::ReadEarly && X.What != Kind::WrittenEarly)
      return "";
    const AsyncOp &Op = F.K.AsyncOps[X.Op];
    std::string Wait =
        "the wait for the kernel before this one at " + lineOf(callOf(Op.Loc, Op.CallChain));
    return "'" + F.K.array(F.K.access(X.Access).Array).Name + "' is " +
           (X.What == Kind::ReadEarly ? "read before " + Wait + ", which may still write it"
                                      : "written before " + Wait + ", which may still use it");
  };
  return asyncFindings(F, DependentLaunch, FaultPlace::Access, Message);
}

const Detector cudafix::detect::DependentLaunch = {
    "dependent-launch", Level::Warning,
    R"(Global memory that a kernel accesses before cudaGridDependencySynchronize() (griddepcontrol.wait)
although the kernel before it may still use it: memory it writes, memory it reads both before the
wait and after it, and all that it reads where nothing is read after the wait.

Why: a kernel that is launched with programmatic stream serialization begins while the kernel before it
still runs. Only after the wait is what that one wrote there (CUDA C++ Programming Guide, "Programmatic
Dependent Launch and Synchronization").

How it is decided: from the order of accesses and the wait. What the kernel before really writes is not
known, so it is a warning: constants and weights may well be loaded early, and are not reported where
other loads stand after the wait.

Limits: whether the launch has the attribute is not looked at, nor what other kernels write.)",
    detectDependentLaunch};
