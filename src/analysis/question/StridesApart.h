// SPDX-License-Identifier: Apache-2.0
//
// Strides that the host gives for an array (batch * s0 + row * s1 + column) set its elements apart:
// equal places have equal coordinates.
#pragma once

#include "analysis/question/TwoThreads.h"
#include "llvm/ADT/SmallVector.h"

namespace cudafix::analysis {

/// The coordinates of two accesses by their strides.
struct StridedPlaces {
  llvm::SmallVector<Expr, 4> Equal;     ///< 1 bit each: both threads have the same coordinate
  llvm::SmallVector<SymbolId, 4> Given; ///< the parameters that are strides
  /// Each inner coordinate is a digit of an index, the number of a block or of a turn that the code
  /// itself counts, or something that a condition ends at a number of the host, if none of
  /// `Negative` can be.
  bool Bounded = true;
  llvm::SmallVector<Expr, 2> Negative; ///< 1 bit each: an inner coordinate lies below 0
};

/// Takes two offsets, of thread 0 and thread 1, apart by the numbers of the host that scale
/// coordinates of threads. Empty where host code or a condition says anything of these numbers.
StridedPlaces stridedPlaces(const Kernel &K, const Launch &L, const TwoThreads &T,
                            const Expr (&Offset)[2], llvm::ArrayRef<Expr> Conditions);

} // namespace cudafix::analysis
