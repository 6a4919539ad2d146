// SPDX-License-Identifier: Apache-2.0
//
// Parses inline PTX: its statements, and the properties of its opcodes and special registers
// (Ptx.def).
#pragma once

#include "model/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace llvm {
class CallBase;
} // namespace llvm

namespace cudafix::frontend {

enum class PtxClass : uint8_t {
  Unknown, ///< not in the table
  Value,   ///< computes a result from its operands
  Lanes,   ///< exchanges values between lanes
  Load,
  Store,
  Update,    ///< reads and writes one location
  Copy,      ///< copies in memory, in an order of its own
  AsyncCopy, ///< cp.async, and waits for the thread's own copies
  Fence,     ///< orders memory between threads
  OwnFence,  ///< orders one thread's ways of accessing memory (proxies), but not threads
  WarpBarrier,
  Barrier,
  Wait, ///< arrivals and waits that are not modelled: may order threads
  Branch,
  Call,
  Exit,
  Trap,
  Hint, ///< no effect on values, memory or order
};

/// The class of an opcode with modifiers, such as "fence.proxy.async".
PtxClass classOf(llvm::StringRef Opcode);

enum class PtxTerm : uint8_t {
  None, ///< unknown
  ThreadIdx,
  BlockDim,
  BlockIdx,
  GridDim,
  LaneId,
  MaskEqual, ///< lanemask_eq: the bit of the thread's own lane; the following likewise
  MaskFrom,
  MaskAbove,
  MaskUpTo,
  MaskBelow,
  WarpSize,
};

/// A special register.
struct PtxRegister {
  llvm::StringLiteral Name; ///< without the percent sign
  PtxTerm Term = PtxTerm::None;
  unsigned Dim = 0; ///< dimension of an index or a size
  unsigned Bits = 32;
  Uniformity Among = Uniformity::Thread; ///< threads that read the same value, if it is unknown
  int64_t Lo = 0, Hi = 0;
  bool Volatile = false; ///< two reads may give different values
  bool isClock() const;
  /// Returns true if it tells the thread's place in its warp, or which warp it is in.
  bool isOfWarp() const;
};

/// The register with this name (without the percent sign), or null.
const PtxRegister *registerOf(llvm::StringRef Name);
/// The register that an intrinsic, or a function declared by AsmLowering, reads; or null.
const PtxRegister *registerOf(const llvm::CallBase &Call);
/// The registers that the text names.
llvm::SmallVector<const PtxRegister *, 2> registersIn(llvm::StringRef Text);

/// Prefix of functions that read a register for which LLVM has no intrinsic.
inline constexpr llvm::StringLiteral RegisterPrefix = "__cudafix_sreg_";

/// One statement: "@!p ld.global.v2.u32 {%0, %1}, [%2];".
struct PtxStatement {
  llvm::StringRef Label;
  llvm::StringRef Guard; ///< the predicate register, empty: always
  bool Negated = false;  ///< executed if the predicate does not hold
  llvm::StringRef Opcode;
  llvm::SmallVector<llvm::StringRef, 4> Operands;
};

/// The statements of the text, as parts of `Text`, without register declarations and comments.
/// Nullopt: the text is not PTX.
std::optional<llvm::SmallVector<PtxStatement, 4>> parsePtx(llvm::StringRef Text);

/// The text without "%=", which makes labels unique in each copy of the statement.
std::string withoutUniqueIds(llvm::StringRef Text);

/// Doubles literal percent signs as the compiler requires next to operands: "mov.u32 %0, %laneid;".
/// nvcc accepts them single.
std::string doublePercents(llvm::StringRef Text);

} // namespace cudafix::frontend
