// SPDX-License-Identifier: Apache-2.0

#include "detect/FlagFindings.h"

using namespace cudafix;
using namespace cudafix::detect;

static std::vector<Finding> detectEarlyRead(const KernelFacts &F) {
  return flagFindings(F, EarlyRead, analysis::UnmetFlag::Kind::Awaited);
}

const Detector cudafix::detect::EarlyRead = {
    "early-read", Level::Warning,
    R"(Global memory that threads read while another thread of their block still waits for a flag, which
another kernel, block or device posts: they never meet the thread that waits.

Why: a wait holds back its own thread alone. What the flag announces is there for others of the block
only behind a barrier that the thread comes to after its wait (PTX ISA, "Memory Consistency Model").

How it is decided: some threads of the block read the flag in a loop until it has changed, the kernel
does not write the array in which it stands (such pairs are decided as races), no way from the wait
leads to a barrier in the same turn of all loops, and a solver finds a thread that does not wait and
reads other global memory on such a way. It is a warning, as nothing in sight says that the flag is
about this memory.

Limits: where a barrier stands on some way behind the wait, what is read before it is taken for memory
that the flag is not about.)",
    detectEarlyRead};
