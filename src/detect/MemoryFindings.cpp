// SPDX-License-Identifier: Apache-2.0

#include "detect/MemoryFindings.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::detect;

static uint64_t costOf(const RequestCost &R) { return R.Passes ? R.Passes : R.Sectors; }

static uint64_t idealOf(const RequestCost &R) {
  return std::min(costOf(R), R.Passes ? R.IdealPasses : R.IdealSectors);
}

double MemoryFindings::lost(const Footprint &P) const {
  return P.perBlock(costOf(P.Total) - idealOf(P.Total));
}

MemoryFindings::MemoryFindings(const KernelFacts &F, llvm::StringRef Id, Space Where)
    : F(F), Id(Id) {
  std::map<SourceLoc, const Footprint *> ByPlace;
  for (auto [Launch, All] : llvm::enumerate(F.Memory)) {
    double Whole = 0;
    for (const Footprint &P : All.Accesses) {
      if (array(P).Where != Where)
        continue;
      LaunchOf[&P] = Launch;
      Whole += P.perBlock(costOf(P.Total));
      const Footprint *&Best = ByPlace[access(P).Loc];
      if (!Best || P.Shape > Best->Shape || (P.Shape == Best->Shape && lost(P) > lost(*Best)))
        Best = &P;
    }
    Cost = std::max(Cost, Whole);
  }
  for (const auto &[Place, P] : ByPlace)
    Worst.push_back(P);
}

bool MemoryFindings::repeated(const Footprint &P) const {
  return F.K.Nodes[access(P).Node].Loop != NoId;
}

Finding MemoryFindings::make(const Footprint &P, Level Severity, std::string Message) const {
  const Access &A = access(P);
  Finding N;
  N.Id = Id.str();
  N.Severity = Severity;
  N.How = P.Shape == Pattern::Exact && !P.Assumed ? Confidence::Proved : Confidence::Likely;
  N.KernelName = F.K.Name;
  N.Loc = A.Loc;
  N.Message = std::move(Message);
  N.Accesses = {P.Access};
  for (const SourceLoc &Call : A.CallChain)
    N.RelatedPlaces.push_back({Call, "called from", "called from here"});
  unsigned Launch = LaunchOf.lookup(&P);
  const WarpShape &Shape = F.Memory[Launch].Shape;
  std::string Block = std::to_string(Shape.Block[0]);
  for (unsigned D = 1; D < 3 && Shape.threads() > Shape.Block[0]; ++D)
    if (D == 1 || Shape.Block[2] > 1)
      Block += " x " + std::to_string(Shape.Block[D]);
  N.Facts.push_back("blocks of " + Block + " threads" +
                    (Shape.Assumed ? ", as the launch does not say" : ""));
  N.Metrics.push_back({"lost_per_block", int64_t(lost(P))});
  return N;
}

std::string MemoryFindings::request(const Footprint &P) const {
  const Access &A = access(P);
  std::string What = A.Kind == AccessKind::Write    ? "store to "
                     : A.Kind == AccessKind::Atomic ? "atomic on "
                                                    : "load of ";
  return "a warp's " + What + (A.Text.empty() ? array(P).Name : "'" + A.Text + "'");
}

std::string cudafix::detect::count(uint64_t N, llvm::StringRef What) {
  return std::to_string(N) + " " + What.str() + (N == 1 ? "" : What.ends_with("s") ? "es" : "s");
}

std::string cudafix::detect::distance(const Footprint &P) {
  if (!P.Stride)
    return "";
  std::string Text = P.StrideText;
  if (P.Stride->isConst() && P.Stride->K < 0)
    Text = std::to_string(-P.Stride->K);
  return "neighbouring threads are " + Text + (Text == "1" ? " byte" : " bytes") + " apart";
}
