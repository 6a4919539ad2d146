// SPDX-License-Identifier: Apache-2.0
//
// The meaning of calls in device IR for the kernel model: intrinsics, functions of the embedded
// headers (__cudafix_*), inline PTX, and calls that are left after inlining.
#pragma once

#include "model/Kernel.h"

namespace llvm {
class CallBase;
} // namespace llvm

namespace cudafix::frontend {

enum class CallKind : uint8_t {
  Ignore,       ///< no effect on the model, no result of interest (debug, lifetime, printf)
  Value,        ///< its result depends only on its operands
  ThreadValue,  ///< its result may differ between threads (clock, malloc, a special register)
  Collective,   ///< the same, among lanes that meet (shuffle, vote, match, reduction)
  Barrier,      ///< any barrier; its result, if any, is the same for the block
  Fence,        ///< __threadfence and its forms
  Assume,       ///< operand 0 is true from here on
  Trap,         ///< the launch is aborted (failed assert, __trap)
  Leave,        ///< the thread ends
  Copy,         ///< memcpy, memmove, memset: operands 0, 1, 2
  AsyncCopy,    ///< cp.async: destination, source, bytes are operands 0, 1, 2
  AsyncCommit,  ///< groups the thread's asynchronous copies since the last commit
  AsyncWait,    ///< waits for all asynchronous copies but the last groups; operand 0: their number
  Atomic,       ///< atomic intrinsic on operand 0
  VectorLoad,   ///< load with a cache hint from operand 0
  WritesLocal,  ///< writes through operand 0; reads nothing that is modelled (textures)
  SurfaceRead,  ///< operands of __cudafix_surf_read
  SurfaceWrite, ///< operands of __cudafix_surf_write
  Gap,          ///< not modelled
};

struct CallModel {
  CallKind Kind = CallKind::Gap;
  BarrierKind Barrier = BarrierKind::Other;
  AtomicScope Scope = AtomicScope::Device;
  AtomicOp Atomic = AtomicOp::None;
  bool WholeWarp = false;             ///< warp barrier without a mask operand
  bool TileOperand = false;           ///< warp barrier: operand 0 is the tile's size
  bool CountOperand = false;          ///< AsyncWait: operand 0 exists
  bool All = false;                   ///< AsyncWait: also waits for copies in no group
  bool MayAccessMemory = false;       ///< Gap and Barrier::Other
  bool AcrossBlocks = false;          ///< Barrier: it may order threads of different blocks
  std::optional<AsyncOp::Kind> Async; ///< Ignore, Gap, Barrier::Other: the call is such an event
  bool Runs = false;                  ///< Barrier::Other: the simulator can execute it
  /// Barrier::Other: operand 0 is the number, operand 1 the count if there is one.
  std::optional<NamedBarrier> Named;
  std::string Reason; ///< Gap and Barrier::Other: what it is, for people
};

CallModel classify(const llvm::CallBase &Call);

/// Metadata of a barrier in a library function that does not promise to order its callers'
/// accesses.
inline constexpr llvm::StringLiteral LibraryMetadata = "cudafix.library";

/// Returns true if the call reads a clock or a timer.
bool readsClock(const llvm::CallBase &Call);

/// Returns true for a call whose result and effects on memory are not followed.
bool isUnmodelled(const CallModel &M);

/// Returns true for a barrier of the whole block or grid.
bool isBlockBarrier(const CallModel &M);

/// Returns true for the mask of all lanes of the warp, or of all lanes that arrive if the operation
/// names none.
bool namesWholeWarp(const llvm::Value *Mask);

/// Returns true if the result is one value for all lanes of the warp (a broadcast from a fixed
/// lane, a vote or a reduction, each of the full mask).
bool isWarpUniform(const llvm::CallBase &Call);

/// Returns true if the result equals the lanes' values whenever these are all equal (a vote for any
/// or all, a shuffle, a minimum over the warp).
bool keepsCommonValue(const llvm::CallBase &Call);

} // namespace cudafix::frontend
