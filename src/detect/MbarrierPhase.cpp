// SPDX-License-Identifier: Apache-2.0

#include "detect/Detector.h"

using namespace cudafix;
using namespace cudafix::detect;

/// Only runs on the CPU find them; see cli/pipeline/UndecidedRuns.cpp.
static std::vector<Finding> detectMbarrierPhase(const KernelFacts &) { return {}; }

const Detector cudafix::detect::MbarrierPhase = {
    "mbarrier-phase", Level::Error,
    R"(An mbarrier (also as cuda::barrier) whose phases do not end, or not when those that wait for them
think: more threads arrive than it was initialised for, fewer do, the bytes that it expects are not
those that copies bring, or a thread waits for the wrong phase of a ring of stages.

Why: a phase ends when as many arrivals have come as the mbarrier was initialised for, and as many bytes
as were expected. A wait with a parity is over when the phase of that parity has ended: with the wrong
one it is over too early, or never (PTX ISA, "mbarrier").

How it is decided: kernels with mbarriers are run on the CPU with the dimensions of their launches, in
several orders, in which a copy brings its bytes no sooner than a wait needs them. That threads wait for
each other is confirmed by such a run, and so is a race that a phase does not prevent.

Limits: the block must be known, from host code or --block-dim. An mbarrier is proved right where all
threads arrive and wait in one go, as at a barrier of the block, and where one thread lets bulk copies
come in its only phase, which all accesses to them wait for. Others, rings of stages among them, are
found wrong or left undecided.)",
    detectMbarrierPhase};
