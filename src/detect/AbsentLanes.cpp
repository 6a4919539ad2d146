// SPDX-License-Identifier: Apache-2.0

#include "analysis/question/AbsentLanes.h"
#include "detect/RaceFindings.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

static std::string message(const AbsentLane &A) {
  std::string Waits = "thread " + threadName(A.Example, 0), Other = threadName(A.Example, 1);
  std::string Names = Waits + " names the lane of thread " + Other + " in its mask";
  switch (A.What) {
  case AbsentLane::Kind::NotNamed:
    return "a lane comes here that the mask does not name: that of " + Waits;
  case AbsentLane::Kind::Elsewhere:
    return "not all lanes that the mask names come here: " + Names + ", which waits at " +
           lineName(A.Other, A.Loc);
  case AbsentLane::Kind::PassedBy:
    return "not all lanes that the mask names come here: " + Names + ", which does not come";
  case AbsentLane::Kind::Returned:
    return "a lane is read that is not there: " + Waits + " reads the value of thread " + Other +
           ", which has returned";
  case AbsentLane::Kind::Missing:
    return "a lane is read that is not there: " + Waits +
           " reads the value of a thread that the block does not have";
  }
  return "";
}

static std::vector<Finding> detectAbsentLanes(const KernelFacts &F) {
  std::map<SourceLoc, Finding> ByPlace;
  for (auto [I, OfLaunch] : llvm::enumerate(F.AbsentLanes))
    for (const AbsentLane &A : OfLaunch) {
      Finding N;
      N.Id = AbsentLanes.Id.str();
      N.How = A.How;
      N.Severity = A.mayHang() ? Level::Error : Level::Warning;
      N.KernelName = F.K.Name;
      N.Loc = A.Loc;
      N.Message = message(A);
      if (A.Other.Line)
        N.RelatedPlaces.push_back({A.Other, Role::Meeting, "where the other lane waits"});
      for (const SourceLoc &Call : A.CallChain)
        N.RelatedPlaces.push_back({Call, Role::Caller, "called from here"});
      addFacts(N, F.Launches[I]);
      N.Example = A.Example;
      auto [It, New] = ByPlace.try_emplace(A.Loc, N);
      if (!New && std::pair(N.Severity, N.How) < std::pair(It->second.Severity, It->second.How))
        It->second = std::move(N);
    }
  std::vector<Finding> Findings;
  for (auto &[Loc, N] : ByPlace)
    Findings.push_back(std::move(N));
  return Findings;
}

const Detector cudafix::detect::AbsentLanes = {
    "absent-lanes", Level::Error,
    R"(A shuffle, vote, match, reduction or __syncwarp that counts on a lane that does not come
to it: its mask names the lane, and the lane waits at another barrier or goes to the end of the kernel
another way; the lane comes to an operation whose mask does not name it; or a shuffle reads a lane
that has returned or that the block does not have.

Why: all lanes that the mask names, but for those that have exited, and no others, must come to the
same operation with the same mask; otherwise the result is undefined and the warp may hang. What a
shuffle reads from a lane that has exited is undefined (CUDA C++ Programming Guide, "Warp Shuffle
Functions").

How it is decided: the operations of a warp are taken for barriers, and a solver looks from the
kernel's entry and from each of them for two lanes of one warp of which one comes next to an
operation that names both, and the other does not, or for one lane whose own mask leaves it out. A
pair of lanes that wait for each other at two places is an error, and so is a lane that is not
named, where the size of the block is known; a lane that leaves the kernel is a warning, and if it
does so by return, only where a shuffle reads it. Where the block is known not to hold whole warps, a
shuffle that reads a lane which is not there is a warning, too, unless what it gives is dropped.

Limits: masks that come from votes, __activemask or memory are taken for right, and so are branches
that depend on memory that the kernel writes or on values that are not modelled; a block whose size
is not known is taken to hold whole warps, and its rows likewise where the kernel tells them apart. Rows of n whose places are numbered in groups
((row * n + i) / 32) are taken to hold whole groups.)",
    detectAbsentLanes};
