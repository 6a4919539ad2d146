// SPDX-License-Identifier: Apache-2.0
#include "simulate/Equivalence.h"
#include "model/Metrics.h"
#include "simulate/MemoryRun.h"
#include "simulate/machine/Compiled.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <cstring>

namespace cudafix::simulate {
namespace {

using llvm::StringRef;

/// Sizes at and around those of warps and blocks; an input is made for each, if the facts allow it.
constexpr int64_t Sizes[] = {0, 256, 1, 33, 1000, 31, 128, 257, 64, 1023, 32, 2, 100, 512, 7, 1025};

/// Extents in bytes of buffers of unknown size: the next larger one is used if a kernel leaves its
/// buffers.
constexpr uint64_t Extents[] = {1u << 20, 8u << 20, 24u << 20};

class Trier {
public:
  Trier(const Candidate &First, const Candidate &Second, const CompiledKernel &FirstCode,
        const CompiledKernel &SecondCode, const EquivalenceOptions &Opts)
      : First(First), Second(Second), FirstCode(FirstCode), SecondCode(SecondCode), Opts(Opts) {}
  Equivalence run();

private:
  llvm::Expected<Inputs> inputsOfFirst(unsigned Trial, uint64_t Extent) const;
  llvm::Expected<Inputs> inputsOfSecond(const Inputs &Of) const;
  std::vector<MemoryRun> runAll(const CompiledKernel &Code, const Inputs &With);
  void tryInput(unsigned Trial);
  std::string compare(const Inputs &In, llvm::ArrayRef<MemoryRun> Expected,
                      llvm::ArrayRef<MemoryRun> Actual);
  void noteProblem(std::string Why) {
    if (Result.Problem.empty())
      Result.Problem = std::move(Why);
  }
  std::string differ(const MemoryRun &Is, llvm::ArrayRef<MemoryRun> Expected, const Inputs &In);
  std::string differ(size_t Object, ElementType Type, const MemoryRun &Is,
                     llvm::ArrayRef<MemoryRun> Expected);
  bool same(double A, double B);
  ElementType typeOf(size_t Buffer, const Inputs &In) const;

  const Candidate &First, &Second;
  const CompiledKernel &FirstCode, &SecondCode;
  const EquivalenceOptions &Opts;
  uint64_t Spent = 0;
  Equivalence Result;
};

} // namespace

/// The inputs of the first kernel: in the first trial as in any simulation, then other sizes and
/// contents.
llvm::Expected<Inputs> Trier::inputsOfFirst(unsigned Trial, uint64_t Extent) const {
  InputOptions Given = Opts.Given;
  Given.GuessedExtent = Extent;
  Given.GuessedElements = 1u << 16;
  const frontend::KernelUnit &K = First.K;
  const Launch Unknown;
  const Launch &L = First.Launches.empty() ? Unknown : First.Launches.front();
  llvm::Expected<Inputs> Base = planInputs(K.Model, *K.Solving, L, FirstCode, Given);
  if (!Base || Trial == 0)
    return Base;
  Given.Seed = Opts.Given.Seed + Trial;
  for (MadeUp Free : Base->Free)
    if (Free.What == MadeUp::Kind::Scalar && Free.Type == ElementType::Integer) {
      Free.Value = std::to_string(Sizes[Trial % std::size(Sizes)]);
      Given.Suggested.push_back(Free);
    }
  if (llvm::Expected<Inputs> Sized = planInputs(K.Model, *K.Solving, L, FirstCode, Given))
    return Sized;
  else
    llvm::consumeError(Sized.takeError()); // the facts forbid this size
  Given.Suggested.clear();
  return planInputs(K.Model, *K.Solving, L, FirstCode, Given);
}

/// The same arguments, with the dimensions that the second kernel's own launch computes from them,
/// or those of the first kernel if it has no launch.
llvm::Expected<Inputs> Trier::inputsOfSecond(const Inputs &Of) const {
  const Kernel &K = Second.K.Model;
  InputOptions Given = Opts.Given;
  Given.Arguments.clear();
  Given.GuessedExtent = Given.GuessedElements = 1; // The buffers are those of the first.
  for (const ScalarValue &V : Of.Values)
    if (V.Parameter < K.Params.size() && !K.Params[V.Parameter].Pointer)
      Given.Arguments.push_back({K.Params[V.Parameter].Name, std::to_string(V.Value)});
  const Launch Unknown;
  const Launch &L = Second.Launches.empty() ? Unknown : Second.Launches.front();
  if (L.Generic) {
    Given.Grid = Given.Grid.value_or(Of.Grid);
    Given.Block = Given.Block.value_or(Of.Block);
  }
  llvm::Expected<Inputs> In = planInputs(K, *Second.K.Solving, L, SecondCode, Given);
  if (!In)
    return In.takeError();
  In->Arguments = Of.Arguments;
  In->Buffers = Of.Buffers;
  return In;
}

/// The element type of the parameter that points to the buffer.
ElementType Trier::typeOf(size_t Buffer, const Inputs &In) const {
  for (size_t I = 0; I < In.Arguments.size() && I < First.K.Model.Params.size(); ++I)
    for (const PointerField &P : In.Arguments[I].Pointers)
      if (P.Buffer == Buffer) {
        StringRef Type = First.K.Model.Params[I].Type;
        if (Type.contains("double"))
          return ElementType::Double;
        return Type.contains("float") ? ElementType::Float : ElementType::Integer;
      }
  return ElementType::Integer;
}

bool Trier::same(double A, double B) {
  if (std::isnan(A) || std::isnan(B))
    return std::isnan(A) && std::isnan(B);
  double Larger = std::max(std::fabs(A), std::fabs(B));
  double Error = A == B ? 0 : std::fabs(A - B) / Larger;
  if (!(Error <= Opts.Tolerance))
    return false;
  Result.LargestError = std::max(Result.LargestError, Error);
  return true;
}

template <typename T> static T valueAt(const std::vector<char> &Bytes, size_t Index) {
  T Value;
  std::memcpy(&Value, Bytes.data() + Index * sizeof(T), sizeof(T));
  return Value;
}

static std::string twoValues(int32_t A, int32_t B) {
  return std::to_string(A) + " and " + std::to_string(B);
}

/// With enough digits to distinguish the values.
static std::string twoValues(double A, double B) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << llvm::format("%.9g and %.9g", A, B);
  double Larger = std::max(std::fabs(A), std::fabs(B));
  if (std::isfinite(A) && std::isfinite(B) && Larger > 0)
    OS << llvm::format(", a relative difference of %.1g", std::fabs(A - B) / Larger);
  return Text;
}

std::string Trier::differ(size_t Object, ElementType Type, const MemoryRun &Is,
                          llvm::ArrayRef<MemoryRun> Expected) {
  const auto &[Name, Bytes] = Is.Memory[Object];
  auto Search = [&]<typename T>(T) -> std::string {
    for (size_t I = 0; (I + 1) * sizeof(T) <= Bytes.size(); ++I) {
      T Value = valueAt<T>(Bytes, I);
      auto Meets = [&](const MemoryRun &E) {
        T Other = valueAt<T>(E.Memory[Object].second, I);
        bool Bits = !std::memcmp(&Value, &Other, sizeof(T));
        if constexpr (std::is_floating_point_v<T>)
          return Bits || (Opts.Tolerance > 0 && same(Value, Other));
        return Bits;
      };
      if (llvm::any_of(Expected, Meets))
        continue;
      return llvm::formatv("'{0}' differs at element {1}: {2}", Name, I,
                           twoValues(valueAt<T>(Expected.front().Memory[Object].second, I), Value))
          .str();
    }
    return "";
  };
  if (Type == ElementType::Double)
    return Search(double());
  return Type == ElementType::Float ? Search(float()) : Search(int32_t());
}

std::string Trier::differ(const MemoryRun &Is, llvm::ArrayRef<MemoryRun> Expected,
                          const Inputs &In) {
  for (size_t O = 0; O < In.Buffers.size(); ++O) {
    const std::vector<char> &Bytes = Is.Memory[O].second;
    if (llvm::any_of(Expected, [&](const MemoryRun &E) { return E.Memory[O].second == Bytes; }))
      continue;
    if (std::string Text = differ(O, typeOf(O, In), Is, Expected); !Text.empty())
      return Text;
  }
  return "";
}

/// Runs each schedule, until one run does not finish.
std::vector<MemoryRun> Trier::runAll(const CompiledKernel &Code, const Inputs &With) {
  std::vector<MemoryRun> All;
  for (unsigned I = 0; I < Opts.Schedules; ++I) {
    Configuration C;
    C.MaxAccesses = Opts.MaxAccesses;
    C.Plan = scheduleOf(I, /*Seed=*/0);
    All.push_back(runForMemory(Code, With, C));
    Spent += All.back().Ran.Accesses;
    if (!All.back().Ran.Finished)
      break;
  }
  return All;
}

static bool isRacy(llvm::ArrayRef<MemoryRun> Runs) {
  return llvm::any_of(Runs, [](const MemoryRun &R) { return R.isRacy(); });
}

static bool leavesBuffers(llvm::ArrayRef<MemoryRun> Runs) {
  return llvm::any_of(Runs, [](const MemoryRun &R) {
    return llvm::any_of(R.Ran.Events,
                        [](const Event &E) { return E.Kind == EventKind::OutOfBounds; });
  });
}

/// The place where the two kernels differ; empty: there is none.
std::string Trier::compare(const Inputs &In, llvm::ArrayRef<MemoryRun> Expected,
                           llvm::ArrayRef<MemoryRun> Actual) {
  if (leavesBuffers(Actual))
    return "the second kernel accesses memory out of bounds";
  for (const MemoryRun &R : Actual) {
    std::string Text =
        R.Ran.Finished ? differ(R, Expected, In) : "the second kernel does not come to its end";
    if (!Text.empty())
      return Text;
  }
  return "";
}

static std::string describe(const Inputs &In) {
  auto Triple = [](const std::array<uint32_t, 3> &D) {
    return llvm::formatv("({0},{1},{2})", D[0], D[1], D[2]).str();
  };
  std::string Text = "block " + Triple(In.Block) + ", grid " + Triple(In.Grid);
  for (const auto &[Name, Value] : printedValues(In))
    Text += ", " + Name + " = " + std::to_string(Value);
  return Text;
}

void Trier::tryInput(unsigned Trial) {
  for (uint64_t Extent : Extents) {
    llvm::Expected<Inputs> In = inputsOfFirst(Trial, Extent);
    if (!In)
      return noteProblem(llvm::toString(In.takeError()));
    llvm::Expected<Inputs> Then = inputsOfSecond(*In);
    if (!Then)
      return noteProblem(llvm::toString(Then.takeError()));
    uint64_t Bytes = 0;
    for (const Buffer &B : In->Buffers)
      Bytes += B.Extent;
    if (Bytes > Opts.MaxBytes)
      return noteProblem("its buffers are too large");
    std::vector<MemoryRun> Expected = runAll(FirstCode, *In);
    if (!Expected.back().Ran.Finished)
      return noteProblem("the first kernel does not come to its end");
    const bool IsLast = Extent == Extents[std::size(Extents) - 1] ||
                        llvm::none_of(In->Buffers, [](const Buffer &B) { return B.Guessed; });
    if (leavesBuffers(Expected)) {
      if (IsLast)
        return noteProblem("the first kernel accesses memory out of bounds, with " + describe(*In));
      continue;
    }
    std::vector<MemoryRun> Actual = runAll(SecondCode, *Then);
    if (leavesBuffers(Actual) && !IsLast)
      continue;
    Result.Raced[0] |= isRacy(Expected);
    Result.Raced[1] |= isRacy(Actual);
    ++Result.Ran;
    std::string Text = compare(*In, Expected, Actual);
    Result.Same += Text.empty();
    if (!Text.empty() && Result.Difference.empty())
      Result.Difference = Text + ", with " + describe(*In);
    return;
  }
}

Equivalence Trier::run() {
  for (unsigned I = 0; I < Opts.Trials && Spent < Opts.MaxInAll; ++I)
    tryInput(I);
  return std::move(Result);
}

/// The counters of one simulation, with the dimensions of the candidate's launch or of the user,
/// else as in `Like`, which is set to the inputs used.
static Cost costOf(const Candidate &C, const EquivalenceOptions &Opts,
                   std::optional<Inputs> &Like) {
  SimulationOptions How;
  How.Given = Opts.Given;
  How.Given.GuessedExtent = 1u << 20;
  How.Given.GuessedElements = 1u << 16;
  How.Schedules = 1;
  How.MaxAccesses = Opts.MaxAccesses;
  const Launch Unknown;
  const Launch &L = C.Launches.empty() ? Unknown : C.Launches.front();
  if (Like && L.Generic) {
    How.Given.Grid = How.Given.Grid.value_or(Like->Grid);
    How.Given.Block = How.Given.Block.value_or(Like->Block);
  }
  auto R = simulate(C.Device, C.K, L, How);
  if (!R) {
    llvm::consumeError(R.takeError());
    return {};
  }
  Like = R->Used;
  std::map<std::string, int64_t> Sum{{"accesses", static_cast<int64_t>(R->Accesses)}};
  for (const Measure &M : R->Measures)
    for (const auto &[Name, Value] : M.Values)
      if (llvm::is_contained(
              {metric::Sectors, metric::BankConflicts, metric::Divergent, metric::Steps}, Name))
        Sum[Name] += Value;
  return {Sum.begin(), Sum.end()};
}

Equivalence compareKernels(const Candidate &First, const Candidate &Second,
                           const EquivalenceOptions &Opts) {
  Equivalence Result;
  std::unique_ptr<CompiledKernel> Code[2];
  for (unsigned I : {0, 1}) {
    const Candidate &C = I ? Second : First;
    auto Made = CompiledKernel::compile(C.Device, C.K.Model.MangledName, {.Bounded = true});
    if (!Made) {
      Result.Problem = llvm::toString(Made.takeError());
      return Result;
    }
    Code[I] = std::move(*Made);
  }
  bool Alike = First.K.Model.Params.size() == Second.K.Model.Params.size() &&
               llvm::equal(First.K.Model.Params, Second.K.Model.Params,
                           [](const Kernel::Param &A, const Kernel::Param &B) {
                             return A.Pointer == B.Pointer;
                           });
  if (!Alike) {
    Result.Problem = "the kernels have different parameters";
    return Result;
  }
  Result = Trier(First, Second, *Code[0], *Code[1], Opts).run();
  std::optional<Inputs> Given;
  Result.Costs[0] = costOf(First, Opts, Given);
  Result.Costs[1] = costOf(Second, Opts, Given);
  return Result;
}

} // namespace cudafix::simulate
