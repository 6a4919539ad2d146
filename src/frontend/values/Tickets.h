// SPDX-License-Identifier: Apache-2.0
//
// Tickets: what threads draw from counters in memory by atomic additions.
#pragma once

#include "frontend/values/MemoryObjects.h"
#include "llvm/IR/InstrTypes.h"

namespace cudafix::frontend {

/// An addition of a positive whole number to a counter in a float, whose result is used for nothing
/// but a number of 32 bits. A float holds whole numbers exactly up to 2^24.
struct FloatTicket {
  uint64_t Step = 0;
  const llvm::CastInst *Number = nullptr; ///< null: the instruction is no such addition
};
FloatTicket floatTicket(const llvm::Instruction &I);

/// The atomic addition whose result the value is, if the counter only grows: no operation takes
/// something off it. Plain stores may start it, but not with a negative constant. Null: it is no
/// such result.
const llvm::AtomicRMWInst *growingCounter(const llvm::Value &V, MemoryObjects &Objects);

} // namespace cudafix::frontend
