// SPDX-License-Identifier: Apache-2.0

#include "detect/RaceFindings.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

static std::string message(const Kernel &K, const DivergenceAnswer &A) {
  const Witness &W = A.Example;
  const bool OfGrid = K.barrier(A.Barrier).Kind == BarrierKind::Grid;
  auto Name = [&](unsigned T) {
    return "thread " + threadName(W, T) + (OfGrid ? " of block " + blockName(W, T) : "");
  };
  const std::string Threads = OfGrid ? "threads of the grid" : "threads of a block";
  if (A.Other == A.Barrier && !A.ExitedOnly)
    return Threads + " reach this barrier a different number of times: " + Name(0) + " and " +
           Name(1) + " meet in different iterations";
  std::string S =
      "not all " + Threads + " reach this barrier: " + Name(0) + " waits here while " + Name(1);
  if (A.ExitedOnly)
    return S + " has returned early";
  if (A.Other == NoId)
    return S + " leaves the kernel without it";
  return S + " waits at the one at " + lineName(K.barrier(A.Other).Loc, K.barrier(A.Barrier).Loc);
}

static std::vector<Finding> detectBarrierDivergence(const KernelFacts &F) {
  std::map<std::pair<SourceLoc, bool>, Finding> ByPlace;
  for (auto [I, Result] : llvm::enumerate(F.Divergences))
    for (const DivergenceAnswer &A : Result.Answers) {
      if (!std::holds_alternative<Satisfiable>(A.Answer) || A.AtSlot)
        continue;
      const Barrier &B = F.K.barrier(A.Barrier);
      Finding N;
      N.Id = BarrierDivergence.Id.str();
      N.How = A.How;
      N.Premises = A.Premises;
      N.Severity = A.How <= Confidence::Proved && !A.ExitedOnly ? Level::Error : Level::Warning;
      N.KernelName = F.K.Name;
      N.Loc = B.Loc;
      N.Message = message(F.K, A);
      if (A.Other != NoId && A.Other != A.Barrier)
        N.RelatedPlaces.push_back({F.K.barrier(A.Other).Loc, Role::Barrier, "the other barrier"});
      for (const SourceLoc &Call : B.CallChain)
        N.RelatedPlaces.push_back({Call, Role::Caller, "called from here"});
      addFacts(N, F.Launches[I]);
      N.Example = A.Example;
      N.Barriers.push_back(A.Barrier);
      if (A.Other != NoId && A.Other != A.Barrier)
        N.Barriers.push_back(A.Other);
      auto [It, New] = ByPlace.try_emplace({B.Loc, A.ExitedOnly}, N);
      if (!New && N.How < It->second.How)
        It->second = std::move(N);
    }
  std::vector<Finding> Findings;
  for (auto &[Key, N] : ByPlace) {
    // If threads that go on can miss the barrier, threads that returned add nothing.
    auto Strong = ByPlace.find({Key.first, false});
    if (Key.second && Strong != ByPlace.end() && Strong->second.How <= N.How)
      continue;
    Findings.push_back(std::move(N));
  }
  return Findings;
}

const Detector cudafix::detect::BarrierDivergence = {
    "barrier-divergence", Level::Error,
    R"(A block barrier that some threads of the block can miss, or meet a different number of
times than others: under a condition or in a loop on which threads decide differently.

Why: __syncthreads() in divergent code is undefined behaviour; the block hangs, or threads
meet at different barriers and the memory order they rely on is lost (CUDA C++ Programming
Guide, "Synchronization Functions").

How it is decided: from the kernel's entry and from each barrier a solver looks for two
threads of one block whose next barriers differ. Threads that returned early give a warning:
from sm_70 the barrier waits only for threads that have not exited, but portable code and
older architectures may not rely on it.

Limits: cuda::barrier, pipelines, and named barriers of which the order is not known leave the
verdict unknown.)",
    detectBarrierDivergence};
