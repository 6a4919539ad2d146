// SPDX-License-Identifier: Apache-2.0
//
// Tickets: numbers that threads draw from counters in memory by atomic additions.
#pragma once

#include "frontend/values/MemoryObjects.h"
#include "llvm/IR/InstrTypes.h"

namespace cudafix::frontend {

/// An addition of a positive whole number to a float counter whose result is only converted to a
/// 32-bit number. Floats represent whole numbers exactly up to 2^24.
struct FloatTicket {
  uint64_t Step = 0;
  const llvm::CastInst *Number = nullptr; ///< null: the instruction is not such an addition
};
FloatTicket floatTicket(const llvm::Instruction &I);

/// The atomic addition that gives the value, if the counter only grows, that is, no operation
/// subtracts from it. Plain stores may initialize it, but not with a negative constant. Null: it is
/// not such a result.
const llvm::AtomicRMWInst *growingCounter(const llvm::Value &V, MemoryObjects &Objects);

} // namespace cudafix::frontend
