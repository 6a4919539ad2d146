// SPDX-License-Identifier: Apache-2.0
//
// A finding of the static side tried on concrete threads: with the dimensions, parameters
// and threads of its witness, does it happen?
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "simulate/input/Inputs.h"
#include "simulate/machine/Compiled.h"

namespace cudafix::simulate {

enum class Replayed : uint8_t { Reproduced, NotReproduced, NotSupported };

struct ReplayResult {
  Replayed What = Replayed::NotSupported;
  std::string Reason; ///< NotSupported: why
};

struct ReplayOptions {
  /// Limit of one attempt; turns of loops count as accesses, so that it does not depend on time.
  uint64_t MaxAccesses = 2'000'000;
  /// Zeros and random contents, each with one and the other thread of the witness held back;
  /// then random contents from the last thread to the first; then all blocks of a small grid,
  /// one access of each thread in turn, and at random.
  unsigned Attempts = 10;
};

/// The dimensions and arguments that a witness names.
InputOptions givenBy(const Witness &W, const Kernel &K);
/// The blocks of a witness' threads, by number.
std::vector<uint32_t> blocksOf(const Witness &W);

/// Replays the findings of one kernel; compiles it once.
class Replayer {
public:
  Replayer(const llvm::Module &Device, const frontend::KernelUnit &K, ReplayOptions Opts = {});
  ~Replayer();

  /// A race: the two accesses race in some attempt, between threads of the same class (of
  /// two blocks, of two warps, of one warp). A barrier-divergence: some thread waits at the barrier
  /// that others miss. Only the blocks of the witness run at first. Array contents are made up, so
  /// a finding that depends on them may not happen.
  ReplayResult replay(const Finding &F);

private:
  ReplayResult attempt(const Finding &F, unsigned Number);

  const frontend::KernelUnit &K;
  ReplayOptions Opts;
  std::unique_ptr<CompiledKernel> Code;
  std::string Problem; ///< why the kernel cannot be simulated
};

} // namespace cudafix::simulate
