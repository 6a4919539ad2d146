// SPDX-License-Identifier: Apache-2.0
//
// A finding of the static side tried on concrete threads: with the dimensions, parameters
// and threads of its witness, does it happen?
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"
#include "simulate/Compiled.h"

namespace cudafix::simulate {

enum class Replayed : uint8_t { Reproduced, NotReproduced, NotSupported };

struct ReplayResult {
  Replayed What = Replayed::NotSupported;
  std::string Reason; ///< NotSupported: why
};

struct ReplayOptions {
  uint64_t MaxAccesses = 4'000'000; ///< of one attempt; the limit does not depend on time
  unsigned Attempts = 3;            ///< contents: zeros, then random ones
};

/// Replays the findings of one kernel; compiles it once.
class Replayer {
public:
  Replayer(const llvm::Module &Device, const frontend::KernelUnit &K, ReplayOptions Opts = {});
  ~Replayer();

  /// A race: the two accesses race in some attempt. A barrier-divergence: some thread waits
  /// at the barrier that others miss. Array contents are made up, so a finding that depends
  /// on them may not happen.
  ReplayResult replay(const Finding &F);

private:
  ReplayResult attempt(const Finding &F, unsigned Number);

  const frontend::KernelUnit &K;
  ReplayOptions Opts;
  std::unique_ptr<CompiledKernel> Code;
  std::string Problem; ///< why the kernel cannot be simulated
};

} // namespace cudafix::simulate
