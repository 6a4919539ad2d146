// SPDX-License-Identifier: Apache-2.0

#include "detect/AsyncFindings.h"
#include "detect/RaceFindings.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

std::string detect::lineOf(const SourceLoc &L) { return "line " + std::to_string(L.Line); }

const SourceLoc &detect::callOf(const SourceLoc &Loc, llvm::ArrayRef<SourceLoc> CallChain) {
  return CallChain.empty() ? Loc : CallChain.front();
}

std::string detect::accessText(const Kernel &K, const AsyncFault &F) {
  const Access &A = K.access(F.Access);
  std::string Who = F.Example ? "thread " + threadName(*F.Example, 0) : "a thread";
  return Who + (A.Kind == AccessKind::Read ? " reads " : " writes ") +
         (A.Text.empty() ? K.array(A.Array).Name : A.Text) + " at " + lineOf(A.Loc);
}

std::vector<Finding>
detect::asyncFindings(const KernelFacts &F, const Detector &Of, FaultPlace At,
                      llvm::function_ref<std::string(const AsyncFault &)> Message) {
  std::map<std::pair<SourceLoc, std::string>, Finding> ByPlace;
  for (auto [I, OfLaunch] : llvm::enumerate(F.AsyncFaults))
    for (const AsyncFault &Fault : OfLaunch) {
      std::string Text = Message(Fault);
      if (Text.empty())
        continue;
      const AsyncOp *Op = Fault.Op == NoId ? nullptr : &F.K.AsyncOps[Fault.Op];
      Finding N;
      N.Id = Of.Id.str();
      // Blocks usually end long after the copy. A fault without an example may lack one for a
      // reason.
      using Kind = AsyncFault::Kind;
      const bool Sure = Of.Severity == Level::Error && Fault.What != Kind::SourceFreed &&
                        (Fault.What != Kind::InitUnseen || Fault.Example);
      N.How = F.K.isMadeUp() || !Sure ? Confidence::Likely : Confidence::Proved;
      N.Severity = N.How == Confidence::Proved ? Level::Error : Level::Warning;
      N.KernelName = F.K.Name;
      N.Message = std::move(Text);
      const bool AtAccess = At == FaultPlace::Access && Fault.Access != NoId;
      N.Loc = AtAccess ? F.K.access(Fault.Access).Loc : callOf(Op->Loc, Op->CallChain);
      auto Relate = [&](const SourceLoc &Loc, Role What, llvm::StringRef Text) {
        N.RelatedPlaces.push_back({Loc, What, Text.str()});
      };
      if (Op && (AtAccess || !Op->CallChain.empty()))
        Relate(Op->Loc, Role::Synchronization, Op->Text);
      if (Fault.Earlier)
        Relate(Fault.Earlier->Loc, Role::Launch, "the kernel before");
      if (!AtAccess && Fault.Access != NoId)
        Relate(F.K.access(Fault.Access).Loc, Role::Access, "the access");
      if (Fault.Other != NoId)
        Relate(callOf(F.K.AsyncOps[Fault.Other].Loc, F.K.AsyncOps[Fault.Other].CallChain),
               Role::Synchronization, F.K.AsyncOps[Fault.Other].Text);
      if (Fault.Access != NoId)
        N.Accesses.push_back(Fault.Access);
      N.Example = Fault.Example;
      addFacts(N, F.Launches[I]);
      ByPlace.try_emplace({N.Loc, N.Message}, std::move(N));
    }
  std::vector<Finding> Findings;
  for (auto &[Key, N] : ByPlace)
    Findings.push_back(std::move(N));
  return Findings;
}
