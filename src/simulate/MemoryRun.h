// SPDX-License-Identifier: Apache-2.0
//
// One run of a kernel, and the memory contents that it leaves.
#pragma once

#include "simulate/input/Inputs.h"

namespace cudafix::simulate {

struct MemoryRun {
  SimulationResult Ran;
  /// The buffers in their order, then device variables: names and bytes.
  std::vector<std::pair<std::string, std::vector<char>>> Memory;
  /// Returns true if a race of different values, or a missed barrier, was seen.
  bool isRacy() const;
};

/// `C` holds the schedule and the limits; dimensions are those of the inputs.
MemoryRun runForMemory(const CompiledKernel &Code, const Inputs &In, Configuration C);

} // namespace cudafix::simulate
