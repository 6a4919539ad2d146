// SPDX-License-Identifier: Apache-2.0
#include "detect/MemoryFindings.h"
#include "model/Metrics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

namespace cudafix::detect {

/// Why the address space of the accesses at one place is unknown; empty: it is known.
static std::string reason(const KernelFacts &F, llvm::ArrayRef<const Access *> AtPlace) {
  std::set<Space> Spaces;
  std::set<std::string> Names;
  for (const Access *A : AtPlace) {
    const Array &Of = F.K.array(A->Array);
    if (Of.Where == Space::Generic)
      return Of.Unknown.empty() ? "its pointer is kept in memory"
                                : "it goes through a " + Of.Unknown;
    Spaces.insert(Of.Where);
    Names.insert("'" + Of.Name + "' (" + toString(Of.Where).str() + ")");
  }
  if (Spaces.size() < 2)
    return "";
  return "its pointer may point to " + llvm::join(Names, " or to ");
}

static std::vector<Finding> detect(const KernelFacts &F) {
  using Place = std::tuple<SourceLoc, AccessKind, std::vector<SourceLoc>>;
  std::map<Place, std::vector<const Access *>> ByPlace;
  for (const Access &A : F.K.Accesses)
    ByPlace[{A.Loc, A.Kind, A.CallChain}].push_back(&A);
  std::map<SourceLoc, Finding> Found;
  for (const auto &[Where, All] : ByPlace) {
    std::string Why = reason(F, All);
    if (Why.empty())
      continue;
    Finding N;
    N.Id = "generic-access";
    N.Severity = Level::Note;
    N.How = Confidence::Proved;
    N.KernelName = F.K.Name;
    N.Loc = std::get<SourceLoc>(Where);
    N.Weight = 0;
    N.Accesses = {All.front()->Id};
    N.Message = "the memory space of '" + All.front()->Text + "' is not known: " + Why +
                ", so that each access finds it out anew";
    Found.try_emplace(N.Loc, N);
  }
  std::vector<Finding> Findings;
  for (auto &[Loc, N] : Found)
    Findings.push_back(std::move(N));
  return Findings;
}

const Detector GenericAccess = {"generic-access",
                                Level::Note,
                                R"(Finds accesses whose memory space the compiler cannot tell.
Why: where a pointer may point to shared memory as well as to global memory, each access
through it finds out at run time which of them is meant, which takes longer, and the compiler
has to order it with accesses to both.
How: the arrays that a pointer may point to are followed through selections, calls and local
variables; accesses that go to more than one space, or through a pointer of unknown origin,
are named with the reason.
Limits: pointers that are loaded from global memory are taken to point to global memory.)",
                                detect,
                                Group::Performance,
                                metric::Sectors};

} // namespace cudafix::detect
