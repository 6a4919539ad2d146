// SPDX-License-Identifier: Apache-2.0
//
// What is known about one launch of a kernel: dimensions, shared memory, facts.
#pragma once

#include "model/Kernel.h"
#include <map>

namespace cudafix {

/// The source of a fact (docs/host-facts.md).
enum class FactClass : uint8_t {
  Condition,  ///< asserts, and any other condition that dominates the launch
  Dimension,  ///< grid and block
  Relation,   ///< equations between parameters and the values they are computed from
  Loop,       ///< bounds of host loops around the launch
  Allocation, ///< sizes of allocations
  Constant,   ///< a parameter that is a constant at the launch
  Alias,      ///< arguments that point into one allocation
  Caller,     ///< what only callers of a wrapper function know
  Library,    ///< guarantees of the runtime library
  User,       ///< --assume, .cuda-fix.yaml, comments
};

/// A condition that holds for a launch, over dimension and parameter symbols.
struct Fact {
  Expr Cond;        ///< 1 bit
  std::string Text; ///< as a user would write it; empty: not printed
  SourceLoc Loc;    ///< where it was read; empty for facts given by the user
  FactClass Class = FactClass::User;
  bool Implied = false; ///< it follows from the other facts and is not printed
};

/// The origin of the pointer to an array of the kernel.
struct Origin {
  ArrayId Array = NoId;
  unsigned Object = 0; ///< arrays of one object may overlap; numbered per launch
  Expr Offset;         ///< bytes from the start of the object; 64 bits; null: not known
  Expr Bytes;          ///< extent of the object; 64 bits; null: not known
  SourceLoc Loc;       ///< of the allocation
};

/// A launch, copy or fill that host code puts into a stream, with its arguments.
struct StreamSide {
  SourceLoc Loc;
  std::string Call;                       ///< the runtime function, "cudaMemcpyAsync"
  const Kernel *Model = nullptr;          ///< launches; it outlives the pair
  ArrayId Array = NoId;                   ///< launches: the array of that kernel
  std::map<SymbolId, uint64_t> Constants; ///< launches: values of parameters that are constants
  bool Writes = false;                    ///< copies and fills
  uint64_t Bytes = 0;                     ///< copies and fills: bytes that are certainly touched
};

/// Two operations in different streams that nothing in host code orders.
struct StreamPair {
  StreamSide Own, Other;
  int64_t Distance = 0; ///< bytes from Own's pointer to Other's
  bool OwnLast = true;  ///< host code issues Own after Other
};

/// An earlier kernel in the stream of a launch that uses memory passed to the launch.
struct EarlierUse {
  ArrayId Array = NoId; ///< the array of the launched kernel
  std::string Kernel;   ///< name of the earlier kernel
  SourceLoc Loc;        ///< of its launch
  bool Writes = false;
};

/// One launch of a kernel, or all launches that the architecture allows.
struct Launch {
  bool Generic = true; ///< no launch visible: any grid and block the architecture allows
  /// It is one path of host code to the launch. Paths are analysed separately if they pass the same
  /// array for several parameters. A path whose facts contradict each other is never taken.
  bool OneWay = false;
  SourceLoc Loc; ///< of the launch expression
  Expr Grid[3];  ///< 32 bits; null: not known
  Expr Block[3];
  Expr SharedBytes; ///< 32 bits; null: not known
  std::vector<Fact> Facts;
  /// Sizes of one run in which races are searched, 1 bit each. They are not facts: a race that
  /// needs them and violates a convention with them is as doubtful as without them.
  std::vector<Expr> Tried;
  std::vector<Origin> Origins;
  std::vector<SourceLoc> Callers; ///< call sites, from the function that launches outwards
  std::vector<StreamPair> Concurrent;
  /// It may begin while operations before it in its stream, at least those in `Earlier`, still run.
  bool Overlaps = false;
  std::vector<EarlierUse> Earlier;
  /// It uses <<<>>> or cudaLaunchKernel, and is not cooperative.
  bool Plain = false;
  bool Lockstep = false;   ///< --arch below sm_70: warps run in lockstep
  bool Unreached = false;  ///< the only launch is in code that is never run
  bool Unread = false;     ///< the launch is in code that could not be read
  unsigned UnreadLine = 0; ///< its line in the unit's own file, if known
  /// Even a kernel that reads no index may be run by several threads and blocks; if false, a single
  /// thread runs such a kernel.
  bool Open = false;
  bool WideGrid = false; ///< gridDim * blockDim may reach 2^31

  /// Returns true if an unknown dimension may exceed 1. `Uses`: the dimensions whose index the
  /// kernel reads.
  bool mayBeWide(const bool (&Uses)[3], unsigned Dim) const {
    return Uses[Dim] || (Open && Dim == 0 && !Uses[1] && !Uses[2]);
  }
};

} // namespace cudafix
