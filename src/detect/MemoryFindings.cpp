// SPDX-License-Identifier: Apache-2.0

#include "detect/MemoryFindings.h"
#include "model/Metrics.h"
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

const Footprint *MemoryFindings::worstOf(const PlaceList &All) const {
  return *std::max_element(All.begin(), All.end(), [&](const Footprint *A, const Footprint *B) {
    return lost(*A) < lost(*B);
  });
}

double MemoryFindings::share(const PlaceList &All) const {
  double Sum = 0;
  for (const Footprint *P : All)
    Sum += share(*P);
  return Sum;
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
    if (Severity != Level::Note)
      N.RelatedPlaces.push_back({Call, Role::Caller, "called from here"});
  unsigned Launch = LaunchOf.lookup(&P);
  const WarpShape &Shape = F.Memory[Launch].Shape;
  std::string Block = std::to_string(Shape.Block[0]);
  for (unsigned D = 1; D < 3 && Shape.threads() > Shape.Block[0]; ++D)
    if (D == 1 || Shape.Block[2] > 1)
      Block += " x " + std::to_string(Shape.Block[D]);
  N.Facts.push_back("blocks of " + Block + " threads" +
                    (Shape.Assumed ? ", as the launch does not say" : ""));
  N.Weight = P.isKnown() ? lost(P) : 0;
  N.Metrics.push_back({"lost_per_block", int64_t(lost(P))});
  return N;
}

std::vector<PlaceList> MemoryFindings::byArray(const PlaceList &All, bool ByDistance) const {
  std::vector<PlaceList> Out;
  auto Alike = [&](const Footprint &A, const Footprint &B) {
    return access(A).Array == access(B).Array &&
           (!ByDistance || (A.StrideText == B.StrideText && A.Run == B.Run));
  };
  for (const Footprint *P : All) {
    auto Of = llvm::find_if(Out, [&](const PlaceList &L) { return Alike(*L.front(), *P); });
    if (Of == Out.end())
      Out.push_back({P});
    else
      Of->push_back(P);
  }
  return Out;
}

void MemoryFindings::addPlaces(Finding &N, const PlaceList &All) const {
  for (const Footprint *P : All) {
    if (access(*P).Loc == N.Loc)
      continue;
    N.RelatedPlaces.push_back({access(*P).Loc, Role::Access, "the same here"});
    *N.Weight += P->isKnown() ? lost(*P) : 0;
  }
}

Finding MemoryFindings::makeOne(const PlaceList &All, std::string Message) const {
  Finding N = make(*All.front(), Level::Note, std::move(Message));
  N.Metrics.clear();
  addPlaces(N, All);
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

Cost cudafix::detect::traffic(const Kernel &K, llvm::ArrayRef<Footprints> OfLaunches) {
  double Asked = 0, Passes = 0, Sectors = 0, Warps = 0;
  for (const Footprints &All : OfLaunches) {
    double B = 0, P = 0, S = 0;
    for (const Footprint &F : All.Accesses) {
      P += F.perBlock(F.Total.Passes);
      S += F.perBlock(F.Total.Sectors);
      const Access &A = K.access(F.Access);
      if (K.array(A.Array).Where == Space::Global && A.Size && A.Size->isConst())
        B += F.perBlock(F.Total.Lanes) * A.Size->value();
    }
    Asked = std::max(Asked, B);
    Passes = std::max(Passes, P);
    Sectors = std::max(Sectors, S);
    Warps = std::max(Warps, excessWarps(K, All));
  }
  return {{metric::AskedBytes, int64_t(Asked)},
          {metric::BankPasses, int64_t(Passes)},
          {metric::ExcessWarps, int64_t(Warps)},
          {metric::Sectors, int64_t(Sectors)},
          {metric::SharedBytes, int64_t(K.SharedBytes)}};
}
