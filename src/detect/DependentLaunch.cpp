// SPDX-License-Identifier: Apache-2.0

#include "detect/AsyncFindings.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

static std::string notWaited(const KernelFacts &F, const AsyncFault &X) {
  const Access &A = F.K.access(X.Access);
  const bool Reads = A.Kind == AccessKind::Read;
  std::string Text =
      "'" + F.K.array(A.Array).Name + "' is " + (Reads ? "read" : "written") + " without a wait";
  Text += " for the kernel before this one";
  if (!X.Earlier)
    return Text + ", which may still write it: the launch lets this one begin early";
  return Text + ": '" + X.Earlier->Kernel + "' may still " +
         (X.Earlier->Writes ? "write" : "read") + " it, as the launch lets this one begin early";
}

static std::vector<Finding> detectDependentLaunch(const KernelFacts &F) {
  using Kind = AsyncFault::Kind;
  auto Message = [&](const AsyncFault &X) -> std::string {
    if (X.What == Kind::NotWaited)
      return notWaited(F, X);
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
wait and after it, and all that it reads where nothing is read after the wait. With a launch that
has the attribute of programmatic stream serialization also what is accessed on a way without a
wait, where host code shows that the kernel launched before it in the stream uses it, and the first
memory that a kernel without any wait reads.

Why: a kernel that is launched with programmatic stream serialization begins while the kernel before it
still runs. Only after the wait is what that one wrote there (CUDA C++ Programming Guide, "Programmatic
Dependent Launch and Synchronization").

How it is decided: from the order of accesses and the wait. What the kernel before really writes is
mostly not known, so it is a warning: constants and weights may well be loaded early, and are not
reported where other loads stand after the wait. A wait of another thread counts if the two meet at
a barrier behind it, and one that a parameter of the kernel decides on is taken to happen.

Limits: only launches in one function of host code are known to follow each other, without anything
between them that is not understood.)",
    detectDependentLaunch};
