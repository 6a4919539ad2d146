// SPDX-License-Identifier: Apache-2.0

#include "detect/RaceFindings.h"

using namespace cudafix;
using namespace cudafix::detect;

static std::vector<Finding> detectUnlockedAccess(const KernelFacts &F) {
  return raceFindings(F, UnlockedAccess.Id, [&](const analysis::RaceAnswer &R) {
    return !R.SameValue && !R.Flaws.empty();
  });
}

const Detector cudafix::detect::UnlockedAccess = {
    "unlocked-access", Level::Error,
    R"(Two threads access the same bytes, at least one of them writes, and the lock, flag or ticket
that should order them does not: one thread does not take the lock, they can hold different
locks, a __threadfence() is missing after the acquire or before the release, or a fence
or an atomic of block scope is used between blocks.

Why: CUDA's atomic functions order nothing but themselves. Without a fence on both sides the
accesses of a critical section may become visible before the lock is taken or after it is
given back (CUDA C++ Programming Guide, "Memory Fence Functions"); an atomic or a fence with
the suffix _block, or of thread_scope_block, says nothing to threads of other blocks.

How it is decided: an array is a lock if every write of the kernel takes it (atomicCAS or
atomicExch that found it free, atomicOr that found its bit free) or gives it back by who holds
it. Two accesses exclude each other if both hold a lock and a solver proves that it is the same
cell, and the same bit. A flag orders what
precedes its only write before what follows a read that saw it; tickets (atomicInc, atomicAdd)
and counters order by their values, and a cell into which one thread stores how many turns of a
loop it has done, starting with 1, orders all turns up to what was read. Of flags whose values are not
followed it is asked what they order at the best. After a block barrier the block's first thread acts for
all, after a warp barrier the first lane. Orders of cuda::atomic count as fences.

Limits: counters and flags are taken to start in a state that lets no one pass, as host code
sets them. Reader-writer locks and protocols of several cells leave the verdict unknown.)",
    detectUnlockedAccess};
