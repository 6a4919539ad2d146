// SPDX-License-Identifier: Apache-2.0
#include "simulate/Compare.h"
#include "simulate/Simulate.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::simulate {
namespace {

/// What a simulation leaves in the memory that others can see: name and bytes.
struct Result {
  bool Finished = false;
  std::vector<std::pair<std::string, std::vector<char>>> Memory;
};

Result runOnce(const CompiledKernel &Code, const Inputs &In, const CompareOptions &Opts,
               unsigned Schedule) {
  Configuration C;
  C.Grid = In.Grid;
  C.Block = In.Block;
  C.DynamicShared = In.DynamicShared;
  C.MaxAccesses = Opts.MaxAccesses;
  C.Plan = scheduleOf(Schedule, Opts.Given.Seed);
  if (Code.UsesGridBarrier)
    C.MaxResident = UINT64_MAX;
  LoadedInputs Loaded(In, Code, C);
  Machine M(Code, Loaded.memory(), C);
  Result R;
  R.Finished = M.run(Loaded.arguments()).Finished;
  for (unsigned I = 0; I < In.Buffers.size(); ++I)
    R.Memory.push_back({In.Buffers[I].Name, Loaded.contents(I).vec()});
  for (const Variable &V : Code.Globals)
    if (!V.Constant)
      R.Memory.push_back(
          {V.Name, std::vector<char>(M.globals() + V.Offset, M.globals() + V.Offset + V.Bytes)});
  return R;
}

/// The first byte in which two results differ; `Ignore` lists bytes that do not count.
std::optional<std::string> difference(const Result &A, const Result &B,
                                      llvm::function_ref<bool(size_t Object, size_t Byte)> Ignore) {
  if (A.Memory.size() != B.Memory.size())
    return "the kernels have different variables";
  for (size_t I = 0; I < A.Memory.size(); ++I)
    for (size_t J = 0; J < A.Memory[I].second.size(); ++J)
      if (A.Memory[I].second[J] != B.Memory[I].second[J] && !Ignore(I, J))
        return "byte " + std::to_string(J) + " of '" + A.Memory[I].first + "' differs";
  return std::nullopt;
}

class Comparer {
public:
  Comparer(const CompiledKernel &Original, const CompiledKernel &Patched, const Kernel &K,
           const Launch &L, const CompareOptions &Opts)
      : Original(Original), Patched(Patched), K(K), L(L), Opts(Opts) {}

  Comparison run() {
    Comparison Worst{Simulated::Equal, ""};
    for (unsigned I = 0; I < Opts.Inputs; ++I) {
      Comparison C = ofInput(I);
      if (C.Result > Worst.Result)
        Worst = C;
      if (Worst.Result >= Simulated::Different)
        break;
    }
    return Worst;
  }

private:
  Comparison ofInput(unsigned Number);
  Comparison judge(const std::vector<Result> &Before, const Result &After) const;

  const CompiledKernel &Original, &Patched;
  const Kernel &K;
  const Launch &L;
  const CompareOptions &Opts;
};

} // namespace

Comparison Comparer::ofInput(unsigned Number) {
  InputOptions Given = Opts.Given;
  Given.Seed += Number;
  // Only what the kernel may touch is worth comparing.
  Given.GuessedExtent = 0;
  llvm::Expected<Inputs> In = planInputs(K, L, Original, Given);
  if (!In)
    return {Simulated::Skipped, llvm::toString(In.takeError())};
  std::vector<Result> Before;
  for (unsigned S = 0; S < Opts.Schedules; ++S) {
    Before.push_back(runOnce(Original, *In, Opts, S));
    if (!Before.back().Finished)
      return {Simulated::Skipped, "the original kernel does not come to its end"};
  }
  Comparison Worst{Simulated::Equal, ""};
  for (unsigned S = 0; S < Opts.Schedules; ++S) {
    Result After = runOnce(Patched, *In, Opts, S);
    if (!After.Finished)
      return {Simulated::Different, "the repaired kernel does not come to its end"};
    Comparison C = judge(Before, After);
    if (C.Result > Worst.Result)
      Worst = C;
  }
  return Worst;
}

Comparison Comparer::judge(const std::vector<Result> &Before, const Result &After) const {
  auto Nothing = [](size_t, size_t) { return false; };
  auto Varies = [&](size_t Object, size_t Byte) {
    auto At = [&](const Result &R) { return R.Memory[Object].second[Byte]; };
    return llvm::any_of(Before, [&](const Result &R) { return At(R) != At(Before.front()); });
  };
  for (const Result &B : Before)
    if (!difference(B, After, Nothing))
      return {Simulated::Equal, ""};
  if (auto Where = difference(Before.front(), After, Varies))
    return {Simulated::Different, *Where};
  return {Simulated::Unordered, "only data that depends on the order of threads differs"};
}

Comparison compare(const llvm::Module &Original, const llvm::Module &Patched, const Kernel &K,
                   const Launch &L, const CompareOptions &Opts) {
  auto Before = CompiledKernel::compile(Original, K.MangledName);
  if (!Before)
    return {Simulated::Skipped, llvm::toString(Before.takeError())};
  auto After = CompiledKernel::compile(Patched, K.MangledName);
  if (!After)
    return {Simulated::Skipped, llvm::toString(After.takeError())};
  if ((*Before)->Parameters.size() != (*After)->Parameters.size())
    return {Simulated::Skipped, "the repair changes the kernel's parameters"};
  return Comparer(**Before, **After, K, L, Opts).run();
}

} // namespace cudafix::simulate
