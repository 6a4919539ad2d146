// SPDX-License-Identifier: Apache-2.0

#include "detect/FlagFindings.h"
#include "detect/AsyncFindings.h"
#include "detect/RaceFindings.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

static std::string message(const Kernel &K, const UnmetFlag &U) {
  const Access &Other = K.access(U.Access), &Flag = K.access(U.Flag);
  std::string Name = "'" + K.array(Flag.Array).Name + "'";
  std::string Data = "'" + K.array(Other.Array).Name + "'";
  std::string Who = "thread " + threadName(U.Example, 0);
  std::string AtFlag = "thread " + threadName(U.Example, 1);
  if (U.What == UnmetFlag::Kind::Posted)
    return Name + " is posted by " + AtFlag + " for its block before " + Who +
           " may have written " + Data + " at " + lineOf(callOf(Other.Loc, Other.CallChain)) +
           ": no barrier stands in between";
  return Data + " is read by " + Who + " while " + AtFlag + " may still wait for " + Name + " at " +
         lineOf(callOf(Flag.Loc, Flag.CallChain)) + ": no barrier stands in between";
}

std::vector<Finding> detect::flagFindings(const KernelFacts &F, const Detector &By,
                                          UnmetFlag::Kind What) {
  std::map<SourceLoc, Finding> ByFlag; // the first read after a wait represents the others
  for (const Launch &L : F.Launches)
    for (const UnmetFlag &U : findUnmetFlags(F.K, L, F.Race)) {
      if (U.What != What)
        continue;
      const bool Posted = What == UnmetFlag::Kind::Posted;
      const Access &Flag = F.K.access(U.Flag), &Other = F.K.access(U.Access);
      const Access &At = Posted ? Flag : Other;
      Finding N;
      N.Id = By.Id.str();
      N.How = Confidence::Likely;
      N.Severity = Level::Warning;
      N.KernelName = F.K.Name;
      N.Object = F.K.array(Other.Array).Name;
      N.Loc = callOf(At.Loc, At.CallChain);
      N.Message = message(F.K, U);
      if (Posted)
        N.RelatedPlaces.push_back({Other.Loc, Role::Write, Other.Text});
      if (!Posted || !Flag.CallChain.empty())
        N.RelatedPlaces.push_back({Flag.Loc, Role::Synchronization, Flag.Text});
      N.Accesses = {U.Flag, U.Access};
      N.Example = U.Example;
      addFacts(N, L);
      Finding &Of = ByFlag[callOf(Flag.Loc, Flag.CallChain)];
      if (Of.Id.empty() || N.Loc < Of.Loc)
        Of = std::move(N);
    }
  std::vector<Finding> Findings;
  for (auto &[At, N] : ByFlag)
    Findings.push_back(std::move(N));
  return Findings;
}
