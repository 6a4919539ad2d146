// SPDX-License-Identifier: Apache-2.0
//
// Tries a finding of the static analysis on concrete threads: with the dimensions, parameters and
// threads of its witness, does it happen?
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
  /// Limit of one attempt; loop iterations count as accesses, so that it does not depend on time.
  uint64_t MaxAccesses = 2'000'000;
  /// Zeros and random contents, each with one or the other thread of the witness held back; then
  /// random contents from the last thread to the first; then all blocks of a small grid, with one
  /// access of each thread in turn, and in random order.
  unsigned Attempts = 10;
};

/// The dimensions and arguments of a witness, as input options.
InputOptions givenBy(const Witness &W, const Kernel &K);
/// The block numbers of a witness's threads.
std::vector<uint32_t> blocksOf(const Witness &W);

/// Replays the findings of one kernel; compiles it once.
class Replayer {
public:
  Replayer(const llvm::Module &Device, const frontend::KernelUnit &K, ReplayOptions Opts = {});
  ~Replayer();

  /// For a race: whether the two accesses race in some attempt, between threads in the finding's
  /// relation (different blocks, different warps, one warp). For a barrier-divergence: whether some
  /// thread waits at the barrier while others miss it. At first only the witness's blocks run.
  /// Array contents are made up, so a finding that depends on them may not happen.
  ReplayResult replay(const Finding &F);

private:
  ReplayResult attempt(const Finding &F, unsigned Number);

  const frontend::KernelUnit &K;
  ReplayOptions Opts;
  std::unique_ptr<CompiledKernel> Code;
  std::string Problem; ///< why the kernel cannot be simulated
};

} // namespace cudafix::simulate
