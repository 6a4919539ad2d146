// SPDX-License-Identifier: Apache-2.0
#include "simulate/Replay.h"
#include "simulate/input/Inputs.h"
#include "simulate/machine/Compiled.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::simulate {

/// Mapped lazily as zeros: witnesses use indices of any size.
static constexpr uint64_t WitnessExtent = 64u << 20;
/// Filling more elements takes longer than most replays.
static constexpr uint64_t FilledElements = 1u << 18;
static constexpr uint64_t MostThreads = 1u << 14;
/// Size of all buffers together; with their shadow they use nine times as much address space.
static constexpr uint64_t MostBytes = 512u << 20;

Replayer::Replayer(const llvm::Module &Device, const frontend::KernelUnit &K, ReplayOptions Opts)
    : K(K), Opts(Opts) {
  auto Compiled = CompiledKernel::compile(Device, K.Model.MangledName, {.Bounded = true});
  if (Compiled)
    Code = std::move(*Compiled);
  else
    Problem = llvm::toString(Compiled.takeError());
}

Replayer::~Replayer() = default;

static bool isAt(const Site &S, const llvm::Instruction *I) { return I && S.Loc == sourceOf(*I); }

/// Returns true if the event's threads are related as the finding says: different blocks, different
/// warps, or one warp.
static bool isSameClass(const Event &E, const Finding &F) {
  bool OneBlock = E.Thread >> 10 == E.OtherThread >> 10,
       OneWarp = E.Thread >> 5 == E.OtherThread >> 5;
  return F.InterBlock ? !OneBlock : OneBlock && OneWarp == F.SameWarp;
}

/// The thread's number in events.
static ThreadId numberOf(const Witness &W, const Witness::Thread &T) {
  uint32_t Block = T.Block[0] + W.GridDim[0] * (T.Block[1] + W.GridDim[1] * T.Block[2]);
  uint32_t Position = T.Thread[0] + W.BlockDim[0] * (T.Thread[1] + W.BlockDim[1] * T.Thread[2]);
  return Block << 10 | Position;
}

/// Returns true if some threads wait at a barrier without the others. If these have left the
/// kernel, there may be another reason, unless they are the witness's threads.
static bool isDivergence(const Event &E, const Finding &F) {
  if (E.Kind == EventKind::MissedBarrier || E.Kind == EventKind::MixedBarriers ||
      E.Kind == EventKind::Deadlock)
    return true;
  if (E.Kind != EventKind::EarlyExit)
    return false;
  auto Has = [&](llvm::ArrayRef<ThreadId> Threads) {
    return llvm::any_of(F.Example->Threads, [&](const Witness::Thread &T) {
      return llvm::is_contained(Threads, numberOf(*F.Example, T));
    });
  };
  return F.Severity != Level::Error || (Has(E.Waiting) && Has(E.Missing));
}

static bool isSame(const Event &E, const Finding &F, const frontend::KernelUnit &K,
                   const CompiledKernel &Code) {
  const Site &A = Code.Sites[E.Site], &B = Code.Sites[E.Other];
  if (F.Accesses.size() == 2 && E.Kind == EventKind::Race && !E.SameValue && isSameClass(E, F)) {
    const llvm::Instruction *First = K.AccessInst[F.Accesses[0]],
                            *Second = K.AccessInst[F.Accesses[1]];
    return (isAt(A, First) && isAt(B, Second)) || (isAt(A, Second) && isAt(B, First));
  }
  return isDivergence(E, F) && llvm::any_of(F.Barriers, [&](BarrierId Id) {
           return isAt(A, K.BarrierInst[Id]) || isAt(B, K.BarrierInst[Id]);
         });
}

/// Number of attempts in which only the witness's blocks run.
constexpr unsigned FewBlocks = 5;

/// First one thread of the pair is held back while the others go on, then the other one; then the
/// order starts with the last thread. Several orders are needed because the machine remembers only
/// the last writer and two readers of a cell. A race that needs all blocks, or happens under a
/// lock, may need yet another order: one access of each thread in turn, and random ones.
static Schedule planOf(const Witness &W, unsigned Number) {
  Schedule S;
  if (Number >= FewBlocks) {
    S.How = Number == FewBlocks ? Order::Together : Order::Random;
    S.Seed = Number;
    return S;
  }
  S.How = Number < 4 ? Order::Delayed : Order::Descending;
  S.Delay = {numberOf(W, Number % 2 ? W.Threads.back() : W.Threads.front())};
  return S;
}

std::vector<uint32_t> blocksOf(const Witness &W) {
  std::vector<uint32_t> Blocks;
  for (const Witness::Thread &T : W.Threads)
    Blocks.push_back(numberOf(W, T) >> 10);
  llvm::sort(Blocks);
  Blocks.erase(llvm::unique(Blocks), Blocks.end());
  return Blocks;
}

InputOptions givenBy(const Witness &W, const Kernel &K) {
  InputOptions Given;
  Given.Grid.emplace();
  Given.Block.emplace();
  for (unsigned D = 0; D < 3; ++D) {
    (*Given.Grid)[D] = W.GridDim[D];
    (*Given.Block)[D] = W.BlockDim[D];
  }
  if (W.ClusterDim != std::array<uint64_t, 3>{1, 1, 1})
    llvm::copy(W.ClusterDim, Given.Cluster.emplace().begin());
  for (const ScalarValue &V : W.Values)
    if (V.Parameter < K.Params.size())
      Given.Arguments.push_back({V.Name, std::to_string(V.Value)});
  return Given;
}

static ReplayResult notSupported(const llvm::Twine &Why) {
  return {Replayed::NotSupported, Why.str()};
}

ReplayResult Replayer::attempt(const Finding &F, unsigned Number) {
  const Witness &W = *F.Example;
  InputOptions Given = givenBy(W, K.Model);
  Given.Seed = Number;
  Given.Zeros = Number == 0 || Number == 3;
  Given.GuessedExtent = WitnessExtent;
  Given.GuessedElements = FilledElements;
  llvm::Expected<Inputs> In = planInputs(K.Model, *K.Solving, Launch(), *Code, Given);
  if (!In)
    return notSupported(llvm::toString(In.takeError()));
  uint64_t Bytes = 0;
  for (const Buffer &B : In->Buffers)
    Bytes += B.Extent;
  if (Bytes > MostBytes)
    return notSupported("buffers that are too large");
  Configuration C;
  C.Grid = In->Grid;
  C.Block = In->Block;
  C.Cluster = In->Cluster;
  C.DynamicShared = In->DynamicShared;
  C.MaxAccesses = Opts.MaxAccesses;
  if (Number < FewBlocks)
    C.Blocks = blocksOf(W);
  if (Number < FewBlocks && !Code->UsesGridBarrier)
    C.MaxResident =
        std::max<uint64_t>(C.Blocks.size(), C.Cluster[0] * C.Cluster[1] * C.Cluster[2]) *
        W.BlockDim[0] * W.BlockDim[1] * W.BlockDim[2];
  C.Plan = planOf(W, Number);
  LoadedInputs Loaded(*In, *Code, C);
  Machine M(*Code, Loaded.memory(), C);
  SimulationResult R = M.run(Loaded.arguments());
  if (llvm::any_of(R.Events, [&](const Event &E) { return isSame(E, F, K, *Code); }))
    return {Replayed::Reproduced, ""};
  if (llvm::any_of(R.Events, [](const Event &E) { return E.Kind == EventKind::GaveUp; }))
    return notSupported("more than " + llvm::Twine(Opts.MaxAccesses) + " accesses");
  return {Replayed::NotReproduced, ""};
}

ReplayResult Replayer::replay(const Finding &F) {
  if (!Code)
    return notSupported(Problem);
  if (!F.Example || F.Example->Threads.empty() || (F.Accesses.size() != 2 && F.Barriers.empty()))
    return notSupported("no concrete threads");
  uint64_t Threads = 1, Blocks = 1;
  for (unsigned D = 0; D < 3; ++D) {
    Threads *= F.Example->BlockDim[D];
    Blocks *= F.Example->GridDim[D];
  }
  if (Threads == 0 || Threads > 1024 || Blocks == 0 || Blocks > (1u << 22))
    return notSupported("dimensions that are too large");
  if (Code->UsesGridBarrier && Threads * Blocks > MostThreads)
    return notSupported("a grid barrier of too many threads");
  unsigned Attempts = Threads * Blocks > MostThreads ? FewBlocks : Opts.Attempts;
  ReplayResult Result;
  for (unsigned I = 0; I < Attempts; ++I) {
    ReplayResult R = attempt(F, I);
    if (R.What == Replayed::Reproduced)
      return R;
    if (I == 0 || R.What == Replayed::NotSupported)
      Result = R;
  }
  return Result;
}

} // namespace cudafix::simulate
