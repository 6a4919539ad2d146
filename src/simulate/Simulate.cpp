// SPDX-License-Identifier: Apache-2.0
#include "simulate/Simulate.h"
#include "model/Check.h"
#include "simulate/input/Search.h"
#include "simulate/machine/Findings.h"
#include "llvm/ADT/STLExtras.h"
#include <atomic>
#include <chrono>
#include <thread>

namespace cudafix::simulate {

static Configuration configure(const Inputs &In, const SimulationOptions &Opts, unsigned Index) {
  Configuration C;
  C.Grid = In.Grid;
  C.Block = In.Block;
  C.Cluster = In.Cluster;
  C.DynamicShared = In.DynamicShared;
  C.MaxAccesses = Opts.MaxAccesses;
  C.Plan = scheduleOf(Index, Opts.Seed);
  return C;
}

/// One simulation for each schedule, and one that counts. Simulations share nothing, so that any
/// number of them can run in parallel.
static std::vector<SimulationResult> runAll(const CompiledKernel &Plain,
                                            const CompiledKernel *Counting, const Inputs &In,
                                            const SimulationOptions &Opts) {
  std::vector<SimulationResult> Results(Opts.Schedules + (Counting ? 1 : 0));
  std::atomic<unsigned> Next = 0;
  auto Work = [&] {
    for (unsigned I = Next++; I < Results.size(); I = Next++) {
      bool Counts = I == Opts.Schedules;
      const CompiledKernel &Code = Counts ? *Counting : Plain;
      Configuration C = configure(In, Opts, Counts ? 0 : I);
      if (Code.UsesGridBarrier)
        C.MaxResident = UINT64_MAX;
      LoadedInputs Loaded(In, Code, C);
      Machine M(Code, Loaded.memory(), C);
      Results[I] = M.run(Loaded.arguments());
    }
  };
  std::vector<std::thread> Helpers;
  for (size_t I = 1; I < std::min<size_t>(Opts.Jobs, Results.size()); ++I)
    Helpers.emplace_back(Work);
  Work();
  for (std::thread &T : Helpers)
    T.join();
  return Results;
}

/// If two accesses sometimes write different values, they have a race and not a benign one.
static void dropBenign(std::vector<Finding> &Findings) {
  std::set<std::set<SourceLoc>> Racy;
  for (const Finding &F : Findings)
    if (F.check() != Check::BenignRace)
      Racy.insert(placesOf(F));
  llvm::erase_if(Findings, [&](const Finding &F) {
    return F.check() == Check::BenignRace && Racy.count(placesOf(F));
  });
}

llvm::Expected<SimulationReport> simulate(const llvm::Module &Device, const frontend::KernelUnit &K,
                                          const Launch &L, const SimulationOptions &Opts) {
  CompileOptions How;
  How.Coverage = Opts.Search > 0;
  auto Plain = CompiledKernel::compile(Device, K.Model.MangledName, How);
  if (!Plain)
    return Plain.takeError();
  std::unique_ptr<CompiledKernel> Counting;
  if (Opts.Counters) {
    auto Second = CompiledKernel::compile(Device, K.Model.MangledName, {/*Counters=*/true});
    if (!Second)
      return Second.takeError();
    Counting = std::move(*Second);
  }
  llvm::Expected<Inputs> In = planInputs(K.Model, *K.Solving, L, **Plain, Opts.Given);
  if (!In)
    return In.takeError();

  auto Start = std::chrono::steady_clock::now();
  std::vector<SimulationResult> Results = runAll(**Plain, Counting.get(), *In, Opts);
  SimulationReport R;
  R.Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
  if (Counting) {
    R.Measures = toMeasures(Results.back().Counted, *Counting);
    R.BusiestWarp = toCost(Results.back().Counted.BusiestWarp);
    Results.pop_back();
  }
  for (SimulationResult &Each : Results) {
    llvm::append_range(R.Findings, toFindings(Each.Events, **Plain, K, witnessOf(*In)));
    R.Accesses += Each.Accesses;
    for (const std::string &Name : Each.Exceeded) {
      std::string Note = "the kernel reached outside of '" + Name +
                         "', whose size is made up; give it with --arg " + Name + "=random(N)";
      if (!llvm::is_contained(R.Notes, Note))
        R.Notes.push_back(Note);
    }
  }
  if (!Results.empty())
    R.Output = Results.front().Output;
  R.Notes.insert(R.Notes.begin(), In->Notes.begin(), In->Notes.end());
  searchInputs(**Plain, K, L, *In, Opts, R);
  dropBenign(R.Findings);
  R.Used = std::move(*In);
  return R;
}

} // namespace cudafix::simulate
