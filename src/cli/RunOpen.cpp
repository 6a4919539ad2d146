// SPDX-License-Identifier: Apache-2.0
#include "cli/RunOpen.h"
#include "analysis/flow/Flow.h"
#include "analysis/question/LaunchView.h"
#include "analysis/question/Race.h"
#include "analysis/question/Support.h"
#include "cli/Transfer.h"
#include "detect/Detector.h"
#include "model/ShapeVerdict.h"
#include "sandbox/Sandbox.h"
#include "simulate/Simulate.h"
#include "smt/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <set>

namespace cudafix::cli {
namespace {

using llvm::StringRef;

/// Of one unit: instances of one template count once.
constexpr unsigned MaxKernels = 12;

simulate::SimulationOptions optionsOf(Effort Level) {
  simulate::SimulationOptions S;
  bool More = Level == Effort::Exhaustive;
  S.Schedules = 3;
  S.Search = More ? 48 : 12;
  S.MaxAccesses = More ? 20'000'000 : 1'000'000;
  S.Counters = false;
  return S;
}

class OpenKernel {
public:
  OpenKernel(frontend::Program &P, frontend::KernelUnit &K, llvm::ArrayRef<Launch> Launches,
             const Options &Opts)
      : P(P), K(K), Launches(Launches), Opts(Opts) {}
  std::vector<Finding> run();

private:
  std::vector<Finding> simulated(const Launch &L) const;
  bool isOpen(const Launch &L, AccessId A, AccessId B) const;
  bool takeOpenPair(const Launch &L, Finding &F) const;
  bool standsOnData(const Finding &F) const;
  std::optional<Confidence> worth(const Launch &L, const Finding &F) const;

  frontend::Program &P;
  frontend::KernelUnit &K;
  llvm::ArrayRef<Launch> Launches;
  const Options &Opts;
};

} // namespace

/// What a confined process saw up to its end.
std::vector<Finding> OpenKernel::simulated(const Launch &L) const {
  auto Work = [&](sandbox::Send Send) {
    UnitResult Seen;
    if (auto R = simulate::simulate(P.deviceModule(), K, L, optionsOf(Opts.Level)))
      Seen.Report.Findings = std::move(R->Findings);
    else
      llvm::consumeError(R.takeError());
    Send(pack(Seen));
  };
  sandbox::Limits Limits; // accesses are limited; time ends only what they do not reach
  sandbox::Outcome Ran = sandbox::runConfined(Work, Limits);
  UnitResult Seen;
  if (!Ran.Failure.empty() || !unpackRun(Ran.Bytes, Seen))
    return {};
  return std::move(Seen.Report.Findings);
}

/// Is it open in general whether the accesses race?
bool OpenKernel::isOpen(const Launch &L, AccessId A, AccessId B) const {
  return llvm::any_of(
      analysis::askRace(K.Model, L, analysis::BarrierSet::all(K.Model), A, B,
                        detect::raceOptions(Opts.Level)),
      [](const analysis::RaceAnswer &R) { return std::holds_alternative<Unknown>(R.Answer); });
}

/// Names the open pair that the finding is of: copies of an access share its place. False: the
/// pair is none that is open.
bool OpenKernel::takeOpenPair(const Launch &L, Finding &F) const {
  auto Copies = [&](AccessId Of) {
    std::vector<AccessId> All;
    for (const Access &A : K.Model.Accesses)
      if (A.Loc == K.Model.access(Of).Loc && A.Kind == K.Model.access(Of).Kind && All.size() < 4)
        All.push_back(A.Id);
    return All;
  };
  for (AccessId A : Copies(F.Accesses[0]))
    for (AccessId B : Copies(F.Accesses[1]))
      if (isOpen(L, A, B)) {
        F.Accesses = {A, B};
        return true;
      }
  return false;
}

/// Do the places of the accesses, or whether a thread comes to them, depend on more than
/// threads, blocks and parameters?
bool OpenKernel::standsOnData(const Finding &F) const {
  const Kernel &Model = K.Model;
  analysis::FlowInfo Flow(Model);
  const Launch Any;
  analysis::TwoThreads T(Model, Any, analysis::Scope::SameBlock);
  return llvm::any_of(F.Accesses, [&](AccessId Id) {
    const Access &A = Model.access(Id);
    return llvm::any_of(std::array{A.Offset, A.Size, A.Guard, Flow.reached(A.Node)}, [&](Expr E) {
      if (!E)
        return false;
      analysis::Support S = analysis::supportOf(Model, T, T.of(E, 0));
      return S.Data || S.Gap;
    });
  });
}

/// How sure the race is by the rules for all races, asked with the values it was seen with;
/// nothing: it is none to be shown.
std::optional<Confidence> OpenKernel::worth(const Launch &L, const Finding &F) const {
  const Kernel &Model = K.Model;
  ExprContext &C = *Model.Ctx;
  Launch Of = L;
  auto Fix = [&](Expr E, uint64_t Value) {
    Of.Facts.push_back({C.eq(E, C.constant(Value, E->width())), "", {}});
  };
  for (unsigned D = 0; D < 3; ++D) {
    Expr Block = C.constant(F.Example->BlockDim[D], 32),
         Grid = C.constant(F.Example->GridDim[D], 32);
    if (L.Block[D])
      Fix(L.Block[D], F.Example->BlockDim[D]);
    if (L.Grid[D])
      Fix(L.Grid[D], F.Example->GridDim[D]);
    Of.Block[D] = Block;
    Of.Grid[D] = Grid;
  }
  for (const auto &[Name, Value] : F.Example->Values)
    for (const Kernel::Param &Param : Model.Params) {
      if (Param.Name == Name && Param.Symbol != NoId && !Param.Pointer)
        Fix(C.apply(Param.Symbol), Value);
      for (const Kernel::Param::Field &Field : Param.Fields)
        if (C.symbol(Field.Symbol).Name == Name)
          Fix(C.apply(Field.Symbol), Value);
    }
  if (!analysis::contradictionIn(Model, Of).empty())
    return std::nullopt;
  std::optional<Confidence> Best;
  bool Open = false;
  for (const analysis::RaceAnswer &R :
       analysis::askRace(Model, Of, analysis::BarrierSet::all(Model), F.Accesses[0], F.Accesses[1],
                         detect::raceOptions(Effort::Fast))) {
    Open |= std::holds_alternative<Unknown>(R.Answer);
    if (std::holds_alternative<Refuted>(R.Answer) && !R.SameValue && R.How <= Confidence::Likely &&
        (!Best || R.How < *Best))
      Best = R.How;
  }
  // Too hard even so. Customary sizes, a launch that host code makes, and no contents decide.
  bool Plain = F.Repeat.empty() && !L.Generic && !L.Unreached;
  if (!Best && Open && Plain && !standsOnData(F))
    Best = Confidence::Proved;
  return Best;
}

std::vector<Finding> OpenKernel::run() {
  constexpr uint64_t Units = 2'000'000; // for what was seen, whatever the kernel took before
  ExprContext &C = *K.Model.Ctx;
  llvm::SaveAndRestore Share(C.SolverUnits, smt::Solver::spent(C) + Units);
  std::vector<Finding> All;
  std::set<std::pair<SourceLoc, SourceLoc>> Shown;
  for (const Launch &L : Launches.take_front(2))
    for (Finding &F : simulated(L)) {
      if (!StringRef(F.Id).ends_with("-race") || F.Severity != Level::Error || !F.Example ||
          F.Accesses.size() != 2 || F.How > Confidence::Likely)
        continue;
      if (!takeOpenPair(L, F) ||
          !Shown.insert(std::minmax(F.Loc, F.RelatedPlaces.front().Loc)).second)
        continue;
      std::optional<Confidence> How = worth(L, F);
      if (!How)
        continue;
      F.How = *How == Confidence::Likely ? Confidence::Likely : Confidence::Confirmed;
      F.Severity = F.How == Confidence::Likely ? Level::Warning : Level::Error;
      if (F.Repeat.empty())
        F.Repeat =
            "--kernel " +
            StringRef(K.Model.Name).take_until([](char C) { return C == '<' || C == '('; }).str();
      F.Repeat = "cuda-fix simulate " + F.Repeat;
      All.push_back(std::move(F));
    }
  return All;
}

void runOpen(frontend::Program &P, llvm::ArrayRef<std::vector<Launch>> Launches,
             const Options &Opts, UnitReport &Unit) {
  std::set<SourceLoc> Tried;
  const size_t First = Unit.Kernels.size() - Launches.size();
  for (size_t I = 0; I < Launches.size(); ++I) {
    KernelReport &Report = Unit.Kernels[First + I];
    if (Report.Race != RaceVerdict::Unknown || !Report.Asked || !freeFor(Report).empty() ||
        Tried.size() >= MaxKernels || !Tried.insert(Report.Loc).second)
      continue;
    std::vector<Finding> Found = OpenKernel(P, P.kernels()[I], Launches[I], Opts).run();
    if (Found.empty())
      continue;
    Report.Race = RaceVerdict::Racy;
    llvm::append_range(Unit.Findings, std::move(Found));
  }
}

} // namespace cudafix::cli
