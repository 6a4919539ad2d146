// SPDX-License-Identifier: Apache-2.0
#include "simulate/Replay.h"
#include "simulate/Inputs.h"
#include "simulate/Lowering.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::simulate {

/// Pages of zeros: witnesses use indices of any size.
static constexpr uint64_t WitnessExtent = 64u << 20;
static constexpr uint64_t MostThreads = 1u << 14;

Replayer::Replayer(const llvm::Module &Device, const frontend::KernelUnit &K, ReplayOptions Opts)
    : K(K), Opts(Opts) {
  auto Compiled = CompiledKernel::compile(Device, K.Model.MangledName);
  if (Compiled)
    Code = std::move(*Compiled);
  else
    Problem = llvm::toString(Compiled.takeError());
}

Replayer::~Replayer() = default;

static bool isAt(const Site &S, const llvm::Instruction *I) { return I && S.Loc == sourceOf(*I); }

static bool isSame(const Event &E, const Finding &F, const frontend::KernelUnit &K,
                   const CompiledKernel &Code) {
  const Site &A = Code.Sites[E.Site], &B = Code.Sites[E.Other];
  if (F.Accesses.size() == 2 && E.Kind == EventKind::Race && !E.SameValue) {
    const llvm::Instruction *First = K.AccessInst[F.Accesses[0]],
                            *Second = K.AccessInst[F.Accesses[1]];
    return (isAt(A, First) && isAt(B, Second)) || (isAt(A, Second) && isAt(B, First));
  }
  bool Divergence = E.Kind == EventKind::MissedBarrier || E.Kind == EventKind::MixedBarriers ||
                    E.Kind == EventKind::Deadlock || E.Kind == EventKind::EarlyExit;
  return Divergence && llvm::any_of(F.Barriers, [&](BarrierId Id) {
           return isAt(A, K.BarrierInst[Id]) || isAt(B, K.BarrierInst[Id]);
         });
}

/// The blocks of the witness' threads, by number.
static std::vector<uint32_t> blocksOf(const Witness &W) {
  std::vector<uint32_t> Blocks;
  for (const Witness::Thread &T : W.Threads)
    Blocks.push_back(T.Block[0] + W.GridDim[0] * (T.Block[1] + W.GridDim[1] * T.Block[2]));
  llvm::sort(Blocks);
  Blocks.erase(llvm::unique(Blocks), Blocks.end());
  return Blocks;
}

static ReplayResult notSupported(const llvm::Twine &Why) {
  return {Replayed::NotSupported, Why.str()};
}

ReplayResult Replayer::attempt(const Finding &F, unsigned Number) {
  const Witness &W = *F.Example;
  InputOptions Given;
  Given.Grid.emplace();
  Given.Block.emplace();
  for (unsigned D = 0; D < 3; ++D) {
    (*Given.Grid)[D] = W.GridDim[D];
    (*Given.Block)[D] = W.BlockDim[D];
  }
  for (const auto &[Name, Value] : W.Values)
    if (llvm::any_of(K.Model.Params, [&, &Name = Name](const Kernel::Param &P) {
          return P.Name == Name && !P.Pointer;
        }))
      Given.Arguments.push_back({Name, std::to_string(Value)});
  Given.Seed = Number;
  Given.Zeros = Number == 0;
  Given.GuessedExtent = WitnessExtent;
  llvm::Expected<Inputs> In = planInputs(K.Model, Launch(), *Code, Given);
  if (!In)
    return notSupported(llvm::toString(In.takeError()));
  Configuration C;
  C.Grid = In->Grid;
  C.Block = In->Block;
  C.DynamicShared = In->DynamicShared;
  C.MaxAccesses = Opts.MaxAccesses;
  C.Blocks = blocksOf(W);
  // The first thread of the pair is held back while the others go on.
  const Witness::Thread &First = W.Threads.front();
  uint32_t Block = First.Block[0] + W.GridDim[0] * (First.Block[1] + W.GridDim[1] * First.Block[2]);
  uint32_t Position =
      First.Thread[0] + W.BlockDim[0] * (First.Thread[1] + W.BlockDim[1] * First.Thread[2]);
  C.Plan.How = Order::Delayed;
  C.Plan.Delay = {Block << 10 | Position};
  LoadedInputs Loaded(*In, *Code, C);
  Machine M(*Code, Loaded.memory(), C);
  SimulationResult R = M.run(Loaded.arguments());
  bool Happened = llvm::any_of(R.Events, [&](const Event &E) { return isSame(E, F, K, *Code); });
  return {Happened ? Replayed::Reproduced : Replayed::NotReproduced, ""};
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
  ReplayResult Last;
  for (unsigned I = 0; I < Opts.Attempts; ++I) {
    Last = attempt(F, I);
    if (Last.What != Replayed::NotReproduced)
      return Last;
  }
  return Last;
}

} // namespace cudafix::simulate
