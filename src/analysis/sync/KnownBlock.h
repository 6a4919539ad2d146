// SPDX-License-Identifier: Apache-2.0
//
// A block of known shape, thread by thread.
#pragma once

#include "model/Launch.h"
#include <array>
#include <optional>

namespace cudafix::analysis {

/// The block of a launch whose shape is known, and what terms are for each of its threads. Threads
/// are counted as the hardware does, x first (CUDA C++ Programming Guide, "Thread Hierarchy").
class KnownBlock {
public:
  KnownBlock(const Kernel &K, const Launch &L);

  /// Threads of the block; 0: the shape is not known, or no GPU runs as many.
  unsigned threads() const { return Threads; }
  /// The dimensions; 0: not known.
  std::array<uint64_t, 3> shape() const { return Shape; }
  /// Returns true if blockDim.x is all threads of the block, known or not.
  bool isOneDimensional() const { return Shape[1] == 1 && Shape[2] == 1; }
  /// The term's value for the thread where it stands on indices within the block alone.
  std::optional<uint64_t> valueFor(Expr E, unsigned Thread) const;

private:
  const Kernel &K;
  std::array<uint64_t, 3> Shape{};
  unsigned Threads = 0;
};

} // namespace cudafix::analysis
