// SPDX-License-Identifier: Apache-2.0
//
// What is known of one launch of a kernel: dimensions, shared bytes, facts.
#pragma once

#include "model/Kernel.h"
#include <map>

namespace cudafix {

/// The source of a fact (docs/host-facts.md).
enum class FactClass : uint8_t {
  Condition,  ///< asserts, and every other condition that dominates the launch
  Dimension,  ///< grid and block
  Relation,   ///< a parameter computed from values that others are computed from
  Loop,       ///< bounds of host loops around the launch
  Allocation, ///< sizes of allocations
  Constant,   ///< a parameter that is a constant at the launch
  Alias,      ///< arguments that point into one allocation
  Caller,     ///< what only the callers of a wrapper know
  Library,    ///< guarantees of the runtime library
  User,       ///< --assume, .cuda-fix.yaml, comments
};

/// A condition that holds for a launch, over dimension and parameter symbols.
struct Fact {
  Expr Cond;        ///< 1 bit
  std::string Text; ///< as a user would write it; empty: it is not printed
  SourceLoc Loc;    ///< where it was read; empty for facts given by the user
  FactClass Class = FactClass::User;
  bool Implied = false; ///< by the other facts: it is not printed
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
  ArrayId Array = NoId;                   ///< launches: of that kernel
  std::map<SymbolId, uint64_t> Constants; ///< launches: parameters that are constants
  bool Writes = false;                    ///< copies and fills
  uint64_t Bytes = 0;                     ///< copies and fills: surely touched
};

/// Two of them in different streams that nothing in host code orders.
struct StreamPair {
  StreamSide Own, Other;
  int64_t Distance = 0; ///< bytes from Own's pointer to Other's
  bool OwnLast = true;  ///< host code comes to Own last
};

/// A kernel that stands before a launch in its stream, and uses memory that the launch is given.
struct EarlierUse {
  ArrayId Array = NoId; ///< of the kernel that is launched
  std::string Kernel;   ///< the earlier one
  SourceLoc Loc;        ///< of its launch
  bool Writes = false;
};

struct Launch {
  bool Generic = true; ///< no launch visible: any grid and block the architecture allows
  /// One of the ways on which host code comes to the launch. Some ways are analysed apart because
  /// arrays are the same on them. A way whose facts contradict each other is never taken.
  bool OneWay = false;
  SourceLoc Loc; ///< of the launch expression
  Expr Grid[3];  ///< 32 bits; null: not known
  Expr Block[3];
  Expr SharedBytes; ///< 32 bits; null: not known
  std::vector<Fact> Facts;
  /// Sizes of one run, with which races are looked for; 1 bit each. They are not facts: if a race
  /// needs them and they violate a convention, the race is as doubtful as without them.
  std::vector<Expr> Tried;
  std::vector<Origin> Origins;
  std::vector<SourceLoc> Callers; ///< calls from the function that launches outwards
  std::vector<StreamPair> Concurrent;
  /// It may begin while what stands before it in its stream still runs, which is at least this.
  bool Overlaps = false;
  std::vector<EarlierUse> Earlier;
  /// It is written with <<<>>> or cudaLaunchKernel, and not cooperative.
  bool Plain = false;
  bool Lockstep = false;   ///< --arch below sm_70: warps run in lockstep
  bool Unreached = false;  ///< the only launch is in code that is never run
  bool Unread = false;     ///< the launch is in code that could not be read
  unsigned UnreadLine = 0; ///< its line in the unit's own file, if it is known
  /// Several threads and blocks may run a kernel that reads no index of them; if false, one does.
  bool Open = false;
  bool WideGrid = false; ///< gridDim x blockDim may reach 2^31

  /// Returns true if a dimension that is not known may be more than 1. `Uses`: those that the
  /// kernel reads an index along.
  bool mayBeWide(const bool (&Uses)[3], unsigned Dim) const {
    return Uses[Dim] || (Open && Dim == 0 && !Uses[1] && !Uses[2]);
  }
};

} // namespace cudafix
