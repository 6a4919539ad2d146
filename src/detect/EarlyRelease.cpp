// SPDX-License-Identifier: Apache-2.0

#include "detect/FlagFindings.h"

using namespace cudafix;
using namespace cudafix::detect;

static std::vector<Finding> detectEarlyRelease(const KernelFacts &F) {
  return flagFindings(F, EarlyRelease, analysis::UnmetFlag::Kind::Posted);
}

const Detector cudafix::detect::EarlyRelease = {
    "early-release", Level::Warning,
    R"(A flag in global memory that some threads post for their block (a store with release order, or behind
__threadfence() or __threadfence_system()) while others, which post none, may still have to write
what they write before it: no barrier of the block stands between their stores and the flag.

Why: a release and a fence order what their own thread has done and what it knows of others, who have
to meet it at a barrier first (PTX ISA, "Memory Consistency Model"). Another kernel, block or device
that sees the flag may read what was there before.

How it is decided: the kernel itself does not read the array in which the flag stands (such pairs are
decided as races), and a solver finds a thread that stores to other global memory on a way to the post,
in the same turn of all loops, and does not post a flag itself there. It is a warning, as nothing in
sight says that the flag is about these stores.

Limits: where a warp meets before one of its lanes posts the flag, it is looked at only if one thread of
the block posts it.)",
    detectEarlyRelease};
