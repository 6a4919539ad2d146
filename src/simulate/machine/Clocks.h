// SPDX-License-Identifier: Apache-2.0
//
// What orders accesses besides barriers: atomics with fences. Every variable that atomics
// touch keeps a log of what its writers released; a thread that reads it and then fences
// knows the log up to there. The log is only searched when two accesses would race.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace cudafix::simulate {

struct SyncVariable;

/// The first `Count` entries of a variable's log.
struct Reference {
  SyncVariable *Variable = nullptr;
  uint32_t Count = 0;
  uint32_t When = UINT32_MAX; ///< epoch in which they were acquired
};

/// What a thread, or all threads of a block, have acquired, in that order. Grows only, so that a
/// position in it is a state of it.
struct Knowledge {
  std::vector<Reference> Seen;
  void add(Reference R);
};

/// Everything up to these epochs is visible to a thread that reads the variable.
struct Release {
  uint32_t Thread = 0, ThreadEpoch = 0; ///< thread id: block * 1024 + position
  uint32_t BlockEpoch = 0;              ///< all threads of its block
  bool Narrow = false;                  ///< visible to threads of the same block only
  bool Exact = false;                   ///< only what has just this epoch: one of several copies
  std::array<uint32_t, 32> Warp{};      ///< threads of its warp
  const Knowledge *Own = nullptr, *Block = nullptr;
  uint32_t OwnSize = 0, BlockSize = 0;
  /// Epoch in which it was released: what was done later it does not cover.
  uint32_t When = UINT32_MAX;
};

struct SyncVariable {
  std::vector<Release> Log;
};

/// Returns true if what `Thread` did up to `Epoch` is ordered before the reader of `From`, a
/// thread of block `ReaderBlock`.
bool isReleased(const std::vector<Reference> &From, uint32_t Thread, uint32_t Epoch,
                uint32_t ReaderBlock);

} // namespace cudafix::simulate
