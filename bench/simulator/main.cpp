// SPDX-License-Identifier: Apache-2.0
//
// Checked accesses per second, on one core and on two; start-up, from the text of a kernel
// to its first simulation.
//
//     build/bin/bench-simulator
#include "simulate/Simulate.h"
#include "llvm/Support/Error.h"
#include <benchmark/benchmark.h>

using namespace cudafix;

namespace {

constexpr unsigned Blocks = 2000, BlockSize = 256;

llvm::ExitOnError Check("bench-simulator: ");

std::unique_ptr<frontend::Program> parse() {
  frontend::CompileCommand Cmd;
  Cmd.File = CUDAFIX_BENCH_KERNELS;
  return Check(frontend::Program::parse(Cmd, Options()));
}

frontend::KernelUnit &find(frontend::Program &P, llvm::StringRef Name) {
  for (frontend::KernelUnit &K : P.kernels())
    if (K.Model.Name == Name)
      return K;
  Check(llvm::createStringError("no kernel " + Name));
  std::abort();
}

simulate::InputOptions inputs(unsigned Grid) {
  simulate::InputOptions I;
  std::string N = std::to_string(Grid * BlockSize);
  I.Grid = {Grid, 1, 1};
  I.Block = {BlockSize, 1, 1};
  I.Arguments = {{"in", "random(" + N + ")"}, {"out", "zero(" + N + ")"}, {"n", N}};
  return I;
}

void accesses(benchmark::State &State, const char *Name) {
  static std::mutex Parsing;
  std::unique_ptr<frontend::Program> P;
  std::unique_ptr<simulate::CompiledKernel> Code;
  simulate::Inputs In;
  {
    std::lock_guard Lock(Parsing);
    P = parse();
    frontend::KernelUnit &K = find(*P, Name);
    Code = Check(simulate::CompiledKernel::compile(P->deviceModule(), K.Model.MangledName));
    In = Check(simulate::planInputs(K.Model, Launch(), *Code, inputs(Blocks)));
  }
  simulate::Configuration C;
  C.Grid = In.Grid;
  C.Block = In.Block;
  int64_t Count = 0;
  for (auto _ : State) {
    State.PauseTiming();
    simulate::LoadedInputs Loaded(In, *Code, C);
    simulate::Machine M(*Code, Loaded.memory(), C);
    State.ResumeTiming();
    Count += M.run(Loaded.arguments()).Accesses;
  }
  State.SetItemsProcessed(Count);
  State.counters["stack_bytes"] =
      benchmark::Counter(Code->StackBytes, benchmark::Counter::kAvgThreads);
}

void startUp(benchmark::State &State) {
  for (auto _ : State) {
    std::unique_ptr<frontend::Program> P = parse();
    simulate::SimulationOptions Opts;
    Opts.Given = inputs(1);
    benchmark::DoNotOptimize(
        Check(simulate::simulate(P->deviceModule(), find(*P, "sum"), Launch(), Opts)));
  }
}

} // namespace

BENCHMARK_CAPTURE(accesses, stream, "stream")->ThreadRange(1, 2)->UseRealTime();
BENCHMARK_CAPTURE(accesses, sum, "sum")->ThreadRange(1, 2)->UseRealTime();
BENCHMARK_CAPTURE(accesses, stencil, "stencil")->ThreadRange(1, 2)->UseRealTime();
BENCHMARK(startUp)->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();
