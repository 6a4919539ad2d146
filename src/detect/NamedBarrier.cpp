// SPDX-License-Identifier: Apache-2.0

#include "analysis/sync/NamedBarriers.h"
#include "detect/AsyncFindings.h"
#include "detect/RaceFindings.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

static std::string message(const NamedBarrierFault &F, const Witness &W) {
  using Kind = NamedBarrierFault::Kind;
  const std::string Number = "barrier " + std::to_string(F.Number);
  const std::string Count = std::to_string(F.Count) + " threads";
  switch (F.What) {
  case Kind::Number:
    return "there is no " + Number + ": a block has " + std::to_string(BarrierNumbers) +
           ", numbered from 0";
  case Kind::Count:
    return Number + " counts " + Count + ", which are not whole warps";
  case Kind::TooMany:
    return Number + " waits for " + Count + ", and no more than " + std::to_string(F.Coming) +
           " come to it: thread " + threadName(W, 0) + " waits forever";
  case Kind::PartWarp:
    return "thread " + threadName(W, 0) + " comes to this barrier and thread " + threadName(W, 1) +
           " of its warp does not: it is one for whole warps";
  case Kind::Unpaired:
    return "thread " + threadName(W, 0) + " arrives at " + Number + ", where no thread waits";
  }
  return "";
}

static Witness witness(const NamedBarriers &Of, const NamedBarrierFault &F) {
  Witness W;
  W.BlockDim = Of.block().shape();
  for (unsigned At : {F.Thread, F.Other})
    if (At != NoId)
      W.Threads.push_back({{},
                           {At % W.BlockDim[0], At / W.BlockDim[0] % W.BlockDim[1],
                            At / W.BlockDim[0] / W.BlockDim[1]}});
  return W;
}

static std::vector<Finding> detectNamedBarrier(const KernelFacts &F) {
  std::map<SourceLoc, Finding> ByPlace;
  for (const Launch &L : F.Launches) {
    const NamedBarriers Named(F.K, L);
    for (const NamedBarrierFault &Fault : Named.faults()) {
      const Barrier &B = F.K.barrier(Fault.Barrier);
      Finding N;
      N.Id = detect::NamedBarrier.Id.str();
      N.How = L.Unreached || F.K.isMadeUp() ? Confidence::Likely : Confidence::Proved;
      N.Severity = N.How == Confidence::Proved && Fault.What != NamedBarrierFault::Kind::Unpaired
                       ? Level::Error
                       : Level::Warning;
      N.KernelName = F.K.Name;
      N.Loc = callOf(B.Loc, B.CallChain);
      N.Example = witness(Named, Fault);
      N.Message = message(Fault, *N.Example);
      if (!B.CallChain.empty())
        N.RelatedPlaces.push_back({B.Loc, Role::Barrier, "the barrier"});
      addFacts(N, L);
      N.Barriers.push_back(Fault.Barrier);
      auto [It, New] = ByPlace.try_emplace(N.Loc, N);
      if (!New && N.Severity < It->second.Severity)
        It->second = std::move(N);
    }
  }
  std::vector<Finding> Findings;
  for (auto &[Place, N] : ByPlace)
    Findings.push_back(std::move(N));
  return Findings;
}

const Detector cudafix::detect::NamedBarrier = {
    "named-barrier", Level::Error,
    R"(A numbered barrier of the block (bar.sync, bar.arrive, barrier.sync, __barrier_sync_count and
wrappers of them) that cannot work: its number is not one of 0 to 15, its count is not a number of
whole warps, it counts more threads than come to its number, threads of one warp part before its
aligned form, or threads arrive where none waits. And a run in which threads wait at such barriers for
each other.

Why: a barrier opens when as many threads have come to its number as it counts. If fewer come, those
that wait do so forever; if others come to the same number, it opens too early (PTX ISA, "bar",
"barrier").

How it is decided: numbers, counts, and the branches before the barriers are evaluated for every
thread of the block. Kernels with barriers of which that does not tell the order are run on the CPU
with the dimensions of their launches, in several orders: a deadlock is confirmed, and so is a race
that the barriers do not prevent. A barrier at which fixed groups of whole warps meet, and wait for as
many threads as they are, orders the threads of each group.

Limits: the block must be known, from host code or --block-dim. What the order of producers and
consumers proves is not looked for: such kernels are found wrong or left undecided.)",
    detectNamedBarrier};
