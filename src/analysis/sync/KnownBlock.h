// SPDX-License-Identifier: Apache-2.0
//
// A block of known shape, thread by thread.
#pragma once

#include "model/Launch.h"
#include <array>
#include <optional>

namespace cudafix::analysis {

/// The block of a launch with a known shape, and the values of terms for each of its threads.
/// Threads are numbered as in hardware, x first (CUDA C++ Programming Guide, "Thread Hierarchy").
class KnownBlock {
public:
  KnownBlock(const Kernel &K, const Launch &L);

  /// Number of threads; 0: the shape is not known, or larger than any GPU allows.
  unsigned threads() const { return Threads; }
  /// The dimensions; 0: not known.
  std::array<uint64_t, 3> shape() const { return Shape; }
  /// Returns true if blockDim.x counts all threads of the block, even if it is not known.
  bool isOneDimensional() const { return Shape[1] == 1 && Shape[2] == 1; }
  /// The term's value for the thread, if it depends only on indices within the block.
  std::optional<uint64_t> valueFor(Expr E, unsigned Thread) const;

private:
  const Kernel &K;
  std::array<uint64_t, 3> Shape{};
  unsigned Threads = 0;
};

} // namespace cudafix::analysis
