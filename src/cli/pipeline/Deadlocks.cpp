// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Deadlocks.h"
#include "cli/pipeline/Transfer.h"
#include "model/Globs.h"
#include "sandbox/Sandbox.h"
#include "simulate/Simulate.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::cli {
namespace {

constexpr llvm::StringLiteral CheckId = "named-barrier";
/// Of a kernel; more are instances of one launch in most programs.
constexpr size_t MaxLaunches = 3;
/// Of one order in which the threads run.
constexpr uint64_t MaxAccesses = 500'000;
constexpr uint64_t MadeUpBytes = 64u << 20, MadeUpElements = 1u << 16;
constexpr unsigned MaxSeconds = 10;

/// Numbered barriers whose order the analysis does not know, and no barrier that a run does not.
bool isTried(const Kernel &K) {
  auto IsOpen = [](const Barrier &B) { return B.Kind == BarrierKind::Other; };
  return llvm::any_of(K.Barriers, [&](const Barrier &B) { return IsOpen(B) && B.Named; }) &&
         llvm::all_of(K.Barriers, [&](const Barrier &B) { return !IsOpen(B) || B.Runs; });
}

/// Host code says how large its blocks are.
bool isKnown(const Launch &L, const Kernel &K) {
  for (unsigned D = 0; D < 3; ++D)
    if (L.Block[D] ? !L.Block[D]->isConst() : K.UsesDim[D])
      return false;
  return !L.Unreached;
}

/// Returns true if memory contents, or what the model does not express, may decide where a thread
/// goes.
bool isSteeredByData(const Kernel &K) {
  bool Data = false;
  for (const Node &N : K.Nodes)
    for (const Edge &E : N.Succs)
      ExprContext::visit(E.Cond, [&](Expr X) {
        if (X->op() == Op::Apply)
          if (SymbolKind Kind = K.Ctx->symbol(X->symbol()).Kind;
              Kind == SymbolKind::Load || Kind == SymbolKind::Opaque)
            Data = true;
      });
  return Data;
}

/// In the child: the deadlocks of one launch.
std::vector<Finding> deadlocksOf(frontend::Program &P, const frontend::KernelUnit &K,
                                 const Launch &L) {
  simulate::SimulationOptions How;
  How.Schedules = 3;
  How.Counters = false;
  How.MaxAccesses = MaxAccesses;
  How.Given.GuessedExtent = MadeUpBytes;
  How.Given.GuessedElements = MadeUpElements;
  auto R = simulate::simulate(P.deviceModule(), K, L, How);
  if (!R) { // a construct that is not simulated
    llvm::consumeError(R.takeError());
    return {};
  }
  bool MadeUp = llvm::any_of(R->Used.Free, [](const simulate::MadeUp &M) {
    return M.What == simulate::MadeUp::Kind::Scalar || M.What == simulate::MadeUp::Kind::Block;
  });
  std::vector<Finding> Found;
  for (Finding &F : R->Findings) {
    if (F.Id != "deadlock")
      continue;
    F.Id = CheckId.str();
    if (MadeUp || isSteeredByData(K.Model)) {
      F.How = Confidence::Likely;
      F.Severity = Level::Warning;
    }
    Found.push_back(std::move(F));
  }
  return Found;
}

} // namespace

void findDeadlocks(frontend::Program &P, llvm::ArrayRef<std::vector<Launch>> Launches,
                   const Options &Opts, UnitReport &Unit) {
  if (!GlobList(Opts.Checks).contains(CheckId))
    return;
  // Reports of kernels that could not be read come first.
  auto Read = llvm::drop_begin(Unit.Kernels, Unit.Kernels.size() - P.kernels().size());
  for (auto [K, OfKernel, Report] : llvm::zip(P.kernels(), Launches, Read)) {
    if (!isTried(K.Model) || llvm::any_of(Unit.Findings, [&](const Finding &F) {
          return F.Id == CheckId && F.KernelName == K.Model.Name;
        }))
      continue;
    size_t Tried = 0;
    for (const Launch &L : OfKernel) {
      if (!isKnown(L, K.Model) || Tried++ == MaxLaunches)
        continue;
      auto Work = [&, &K = K](sandbox::Send Send) {
        UnitResult R;
        R.Report.Findings = deadlocksOf(P, K, L);
        Send(pack(R));
      };
      sandbox::Limits Limits;
      Limits.Seconds = MaxSeconds;
      sandbox::Outcome Ran = sandbox::runConfined(Work, Limits);
      UnitResult Got;
      if (!Ran.Failure.empty() || !unpackRun(Ran.Bytes, Got) || Got.Report.Findings.empty())
        continue;
      Finding F = std::move(Got.Report.Findings.front());
      F.KernelName = K.Model.Name;
      if (F.Severity == Level::Error)
        Report.Divergence = DivergenceVerdict::Divergent;
      Unit.Findings.push_back(std::move(F));
      break;
    }
  }
}

} // namespace cudafix::cli
