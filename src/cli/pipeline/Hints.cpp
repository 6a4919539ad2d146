// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Hints.h"
#include "analysis/flow/Phases.h"
#include "model/Metrics.h"
#include "model/Print.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace cudafix::cli {
namespace {

using llvm::StringRef;
using namespace analysis;

class HintWriter {
public:
  HintWriter(const Kernel &K, std::vector<Hint> &Hints) : K(K), Hints(Hints) {}
  void access(const Access &A, llvm::ArrayRef<DrawnFootprints> All);
  void barrier(const Barrier &B, llvm::ArrayRef<Phase> Phases);
  void kernel(const KernelReport &R, llvm::ArrayRef<CostMap> Costs);

private:
  std::string others(const Access &A) const;
  std::string place(const SourceLoc &L) const {
    return "line " + std::to_string(L.Line) + (L.File == K.Loc.File ? "" : " of " + L.File);
  }

  const Kernel &K;
  std::vector<Hint> &Hints;
};

} // namespace

/// Editors do not show more than this well.
static constexpr size_t MaxPlaces = 6;

static std::string code(StringRef Text) {
  return (Text.contains('`') ? "`` " + Text + " ``" : "`" + Text + "`").str();
}

static std::string joinPlaces(const std::set<std::string> &Places) {
  std::vector<std::string> First(Places.begin(),
                                 std::next(Places.begin(), std::min(Places.size(), MaxPlaces)));
  std::string Text = llvm::join(First, ", ");
  if (Places.size() > MaxPlaces)
    Text += " and " + std::to_string(Places.size() - MaxPlaces) + " more";
  return Text;
}

/// Lists the other accesses to the array.
std::string HintWriter::others(const Access &A) const {
  std::set<std::string> Places;
  for (const Access &O : K.Accesses)
    if (!(O.Loc == A.Loc) && (O.Array == A.Array || K.mayAlias(O.Array, A.Array)))
      Places.insert(toString(O.Kind).str() + " at " + place(O.Loc));
  return joinPlaces(Places);
}

static std::string counted(int64_t N, StringRef One, StringRef Many) {
  return std::to_string(N) + " " + (N == 1 ? One : Many).str();
}

/// The memory traffic of a block, in words.
static std::string trafficOf(const Cost &Traffic) {
  static constexpr std::tuple<StringRef, StringRef, StringRef> Words[] = {
      {metric::Sectors, "sector of global memory", "sectors of global memory"},
      {metric::AskedBytes, "byte of it asked for", "bytes of it asked for"},
      {metric::SharedBytes, "byte of shared memory", "bytes of shared memory"},
      {metric::BankPasses, "pass over its banks", "passes over its banks"},
      {metric::ExcessWarps, "extra pass through divergent branches",
       "extra passes through divergent branches"}};
  std::string Text;
  for (auto [Name, One, Many] : Words)
    for (const auto &[Of, Value] : Traffic)
      if (Of == Name && Value)
        Text += (Text.empty() ? "" : ", ") + counted(Value, One, Many);
  return Text.empty() ? "no memory traffic" : Text;
}

static std::string costOf(const Footprint &F, bool Shared) {
  const RequestCost &W = F.Worst;
  if (!F.isKnown() || !W.Requests)
    return "where the lanes of a warp access it depends on data";
  std::string Text = "a warp's request of " + std::to_string(F.Lanes) + " lanes takes ";
  if (Shared)
    Text += counted(W.Passes, "pass", "passes") + " over the banks, " +
            std::to_string(W.IdealPasses) + " would do";
  else
    Text += counted(W.SectorsFree, "sector", "sectors") + " in " +
            counted(W.Lines, "line", "lines") + ", " +
            counted(W.IdealSectors, "sector", "sectors") + " would do";
  if (F.Stride && !F.StrideText.empty())
    Text += "; neighbouring threads are " + F.StrideText + " bytes apart";
  return Text;
}

void HintWriter::access(const Access &A, llvm::ArrayRef<DrawnFootprints> All) {
  const Array &Of = K.array(A.Array);
  bool Shared = Of.Where == Space::Shared;
  std::string Text = "**" + toString(A.Kind).str() + "** of " + code(A.Text) + ", " +
                     toString(Of.Where).str() + " memory";
  if (!Of.Unknown.empty())
    Text += ", of an object that is not known: " + Of.Unknown;
  std::set<std::string> Costs;
  for (const DrawnFootprints &OfLaunch : All)
    for (const Footprint &F : OfLaunch.Of.Accesses)
      if (F.Access == A.Id)
        Costs.insert(costOf(F, Shared) +
                     (OfLaunch.Of.Shape.Assumed ? " (of a customary block)" : ""));
  for (const std::string &C : Costs)
    Text += "\n- " + C;
  if (std::string Others = others(A); !Others.empty())
    Text += "\n- the same memory: " + Others;
  else
    Text += "\n- nothing else of the kernel accesses " + code(Of.Name);
  Hints.push_back({A.Loc, Text});
}

/// Lists the arrays that are accessed on both sides of the barrier, with a write on at least one.
void HintWriter::barrier(const Barrier &B, llvm::ArrayRef<Phase> Phases) {
  using Sides = std::array<std::set<std::string>, 2>;
  std::map<std::string, std::pair<Sides, bool>> ByArray;
  auto Add = [&](const Phase &P, unsigned Side) {
    for (const Reached &R : P.Places)
      if (R.What == Reached::Kind::Access) {
        const Access &A = K.access(R.Id);
        auto &[Of, Writes] = ByArray[K.array(A.Array).Name];
        Of[Side].insert(toString(A.Kind).str() + " at " + place(A.Loc));
        Writes |= A.Kind != AccessKind::Read;
      }
  };
  for (const Phase &P : Phases) {
    if (P.From == Phase::Start::Barrier && P.Id == B.Id)
      Add(P, 1);
    if (llvm::any_of(P.Places, [&](const Reached &R) {
          return R.What == Reached::Kind::Barrier && R.Id == B.Id;
        }))
      Add(P, 0);
  }
  std::string Text = "**" + name(B.Kind).str() + " barrier** " + code(B.Text);
  bool Any = false;
  for (const auto &[Array, Of] : ByArray) {
    const auto &[Places, Writes] = Of;
    if (!Writes || Places[0].empty() || Places[1].empty())
      continue;
    Any = true;
    Text += "\n- orders " + code(Array) + ": " + joinPlaces(Places[0]) + " before " +
            joinPlaces(Places[1]);
  }
  if (!Any)
    Text += "\n- orders no access that another thread's write could meet";
  Hints.push_back({B.Loc, Text});
}

/// The formulas that are not 0.
static std::string boundsOf(const CostMap &M) {
  std::string Text;
  for (const CostMap::Bound &B : M.Bounds)
    if (!B.Formula.empty() && B.Formula != "0")
      Text += (Text.empty() ? "" : ", ") + B.Metric + " " + code(B.Formula);
  return Text;
}

void HintWriter::kernel(const KernelReport &R, llvm::ArrayRef<CostMap> Costs) {
  std::string Text = "**kernel** " + code(R.Name) + "\n- races: " + toString(R.Race).str() +
                     ", barrier divergence: " + toString(R.Divergence).str();
  constexpr size_t MaxReasons = 4;
  for (StringRef Why : llvm::ArrayRef(R.Unknowns).take_front(MaxReasons))
    Text += "\n- not decided: " + Why.str();
  for (const PrintedLaunch &L : R.Printed) {
    auto Dimensions = [](const std::array<std::string, 3> &D) {
      return code("(" + D[0] + ", " + D[1] + ", " + D[2] + ")");
    };
    Text += "\n- launched " + (L.Loc.Line ? "at " + place(L.Loc) : "in a way no host code shows") +
            ": grid " + Dimensions(L.Grid) + ", block " + Dimensions(L.Block);
    if (!L.Facts.empty())
      Text += ", where " + code(llvm::join(L.Facts, ", "));
  }
  for (const std::string &A : R.Assumed)
    Text += "\n- taken for granted: " + A;
  if (!R.Traffic.empty())
    Text += "\n- of a block: " + trafficOf(R.Traffic);
  for (const CostMap &M : Costs)
    if (std::string Bounds = boundsOf(M); !Bounds.empty())
      Text += "\n- at most, " + code(M.Launch) + ": " + Bounds;
  Hints.push_back({R.Loc, Text});
}

std::vector<Hint> hintsOf(const Kernel &K, smt::Workspace &Solving,
                          llvm::ArrayRef<DrawnFootprints> Of, const KernelReport &Report,
                          llvm::ArrayRef<CostMap> Costs) {
  std::vector<Hint> Hints;
  HintWriter W(K, Hints);
  for (const Access &A : K.Accesses)
    W.access(A, Of);
  std::vector<Phase> Block = computePhases(K, Solving, BarrierSet::all(K), PhaseLevel::Block);
  std::vector<Phase> Warp = computePhases(K, Solving, BarrierSet::all(K), PhaseLevel::Warp);
  for (const Barrier &B : K.Barriers)
    W.barrier(B, B.Kind == BarrierKind::Warp ? Warp : Block);
  W.kernel(Report, Costs);
  return Hints;
}

} // namespace cudafix::cli
