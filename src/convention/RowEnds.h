// SPDX-License-Identifier: Apache-2.0
//
// What coordinates, and positions in rows, are compared with as their end.
#pragma once

#include "convention/Rule.h"
#include "llvm/ADT/DenseSet.h"

namespace cudafix::convention {

/// The parameters and loaded sizes with which a coordinate is compared as its end.
llvm::SmallVector<Expr, 4> endsOf(const analysis::RaceCase &Case, Expr Coordinate);

/// The host values that coordinates in the offset end at: n in `x % n`, `x / n` and `x < n`.
llvm::DenseSet<Expr> extentsOf(const analysis::RaceCase &Case, Expr Offset);

/// The host values at which both positions in a row end (row * n + i with i < 2 * n): the kernel
/// itself says how its rows lie to their length. A thread that nothing ends stays in its row where
/// the launch has no more threads than that.
llvm::DenseSet<Expr> endsInRows(const analysis::RaceCase &Case);

/// Returns true if thread I goes farther than what ends its position: of x[i + 1] and i < n, x[n]
/// is the kernel's own. `Position`: of its offset, in bytes.
bool goesBehindEnd(const analysis::RaceCase &Case, unsigned I, Expr Position);

} // namespace cudafix::convention
