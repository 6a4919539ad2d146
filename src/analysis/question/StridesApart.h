// SPDX-License-Identifier: Apache-2.0
//
// Strides that the host passes for an array (batch * s0 + row * s1 + column) set its elements
// apart: equal positions have equal coordinates.
#pragma once

#include "analysis/question/TwoThreads.h"
#include "llvm/ADT/SmallVector.h"

namespace cudafix::analysis {

/// The coordinates of two accesses, by stride.
struct StridedPlaces {
  llvm::SmallVector<Expr, 4> Equal;     ///< 1 bit each: both threads have the same coordinate
  llvm::SmallVector<SymbolId, 4> Given; ///< the parameters that are strides
  /// True if each inner coordinate is a digit of an index, a block index, a turn number that the
  /// code itself bounds, or a sum that a condition bounds by a host value, provided that none of
  /// `Negative` holds.
  bool Bounded = true;
  llvm::SmallVector<Expr, 2> Negative; ///< 1 bit each: an inner coordinate is negative
};

/// Splits the offsets of thread 0 and thread 1 by the host values that scale coordinates of
/// threads. Empty if host code or a condition says anything about these values.
StridedPlaces stridedPlaces(const Kernel &K, const Launch &L, const TwoThreads &T,
                            const Expr (&Offset)[2], llvm::ArrayRef<Expr> Conditions);

} // namespace cudafix::analysis
