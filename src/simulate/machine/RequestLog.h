// SPDX-License-Identifier: Apache-2.0
//
// Logs what lanes do if requests are counted (Counters.h). The counting happens whenever the lanes
// of a warp meet.
#pragma once

#include "simulate/machine/Block.h"
#include "simulate/machine/Memory.h"

namespace cudafix::simulate {

class RequestLog {
public:
  RequestLog(const CompiledKernel &Code, Memory &Mem, unsigned Threads);

  /// Returns true if the kernel was compiled for counting.
  bool isOn() const { return On; }
  void start(Block &B);
  /// Counts what the lanes of this warp have logged since they last met. `Last`: they log no more.
  void countWarp(Block &B, unsigned First, bool Last);
  void countBlock(Block &B, bool Last);
  /// The block has ended.
  void end(Block &B);
  Counters take() { return std::move(Counted); }

private:
  const CompiledKernel &Code;
  Memory &Mem;
  const unsigned Threads; ///< of one block
  bool On;
  Counters Counted;
};

} // namespace cudafix::simulate
