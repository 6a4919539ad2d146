// SPDX-License-Identifier: Apache-2.0
//
// Order of accesses other than by barriers: by atomics with fences. Every variable that atomics
// access keeps a log of what its writers released; a thread that reads it and then executes a fence
// knows the log up to that point. The log is only searched when two accesses would race otherwise.
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

/// What a thread, or all threads of a block, have acquired, in order. It only grows, so that a
/// position in it identifies a state.
struct Knowledge {
  std::vector<Reference> Seen;
  void add(Reference R);
};

/// What is visible to a thread that reads the variable: everything up to these epochs.
struct Release {
  uint32_t Thread = 0, ThreadEpoch = 0; ///< thread id: block * 1024 + position
  uint32_t BlockEpoch = 0;              ///< for all threads of its block
  bool Narrow = false;                  ///< visible to threads of the same block only
  bool Exact = false;                   ///< only accesses of exactly this epoch: for one copy
  std::array<uint32_t, 32> Warp{};      ///< for the threads of its warp
  const Knowledge *Own = nullptr, *Block = nullptr;
  uint32_t OwnSize = 0, BlockSize = 0;
  /// The epoch in which it was released: it does not cover later accesses.
  uint32_t When = UINT32_MAX;
};

struct SyncVariable {
  std::vector<Release> Log;
};

/// Returns true if an access of `Thread` in `Epoch` is ordered before the thread of block
/// `ReaderBlock` that has acquired `From`.
bool isReleased(const std::vector<Reference> &From, uint32_t Thread, uint32_t Epoch,
                uint32_t ReaderBlock);

} // namespace cudafix::simulate
