// SPDX-License-Identifier: Apache-2.0
//
// What a call in device IR means to the kernel model: intrinsics, the functions of the
// embedded headers (__cudafix_*), inline PTX, and everything left after inlining.
#pragma once

#include "model/Kernel.h"

namespace llvm {
class CallBase;
} // namespace llvm

namespace cudafix::frontend {

enum class CallKind : uint8_t {
  Ignore,       ///< no effect on the model, no result of interest (debug, lifetime, printf)
  Value,        ///< its result depends on its operands alone
  ThreadValue,  ///< its result may differ between threads (clock, malloc, a special register)
  Collective,   ///< the same, of lanes that meet (shuffle, vote, match, reduction)
  Barrier,      ///< any barrier; its result, if any, is the same for the block
  Fence,        ///< __threadfence and its forms
  Assume,       ///< operand 0 is true from here on
  Trap,         ///< the launch is aborted (failed assert, __trap)
  Leave,        ///< the thread ends
  Copy,         ///< memcpy, memmove, memset: operands 0, 1, 2
  AsyncCopy,    ///< cp.async: destination, source, bytes are operands 0, 1, 2
  AsyncCommit,  ///< makes the thread's asynchronous copies since the last one a group
  AsyncWait,    ///< waits for all asynchronous copies except the last groups, counted in operand 0
  Atomic,       ///< atomic intrinsic on operand 0
  VectorLoad,   ///< load with a cache hint from operand 0
  WritesLocal,  ///< writes through operand 0, reads nothing the model knows (textures)
  SurfaceRead,  ///< operands of __cudafix_surf_read
  SurfaceWrite, ///< operands of __cudafix_surf_write
  Gap,          ///< not expressed
};

struct CallModel {
  CallKind Kind = CallKind::Gap;
  BarrierKind Barrier = BarrierKind::Other;
  AtomicScope Scope = AtomicScope::Device;
  AtomicOp Atomic = AtomicOp::None;
  bool WholeWarp = false;             ///< warp barrier without a mask operand
  bool TileOperand = false;           ///< warp barrier: operand 0 is the tile's size
  bool CountOperand = false;          ///< AsyncWait: operand 0 is there
  bool All = false;                   ///< AsyncWait: of copies in no group, too
  bool MayAccessMemory = false;       ///< Gap and Barrier::Other
  bool AcrossBlocks = false;          ///< Barrier: it may order threads of different blocks
  std::optional<AsyncOp::Kind> Async; ///< Ignore, Gap and Barrier::Other: an event, too
  bool Runs = false;                  ///< Barrier::Other: the simulator has it
  /// Barrier::Other: operand 0 is the number, operand 1 the count where it is given one.
  std::optional<NamedBarrier> Named;
  std::string Reason; ///< Gap and Barrier::Other: what it is, for people
};

CallModel classify(const llvm::CallBase &Call);

/// On a barrier within a library function that does not promise to order the accesses of its
/// callers.
inline constexpr llvm::StringLiteral LibraryMetadata = "cudafix.library";

/// Returns true if the call reads a clock or a timer.
bool readsClock(const llvm::CallBase &Call);

/// Returns true for a call whose result and effects on memory are not followed.
bool isUnmodelled(const CallModel &M);

/// Returns true for a barrier of the whole block or grid.
bool isBlockBarrier(const CallModel &M);

/// Returns true for the mask of all lanes of the warp, or of all that come where none is named.
bool namesWholeWarp(const llvm::Value *Mask);

/// Returns true if the result is one value for all lanes of the warp (a broadcast from a fixed
/// lane, a vote or a reduction, each of the full mask).
bool isWarpUniform(const llvm::CallBase &Call);

/// Returns true if the result is the value that the lanes give, provided they all give the same (a
/// vote for any or all, a shuffle, the least of a warp).
bool keepsCommonValue(const llvm::CallBase &Call);

} // namespace cudafix::frontend
