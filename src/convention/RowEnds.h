// SPDX-License-Identifier: Apache-2.0
//
// The upper bounds with which coordinates, and positions in rows, are compared.
#pragma once

#include "convention/Rule.h"
#include "llvm/ADT/DenseSet.h"

namespace cudafix::convention {

/// The parameters and loaded sizes that bound a coordinate.
llvm::SmallVector<Expr, 4> endsOf(const analysis::RaceCase &Case, Expr Coordinate);

/// The host values that bound coordinates in the offset: n in `x % n`, `x / n` and `x < n`.
llvm::DenseSet<Expr> extentsOf(const analysis::RaceCase &Case, Expr Offset);

/// The host values that bound both positions in a row (row * n + i with i < 2 * n): the kernel
/// itself defines how its rows relate to their length. A thread whose position is unbounded stays
/// in its row if the launch has no more threads than that.
llvm::DenseSet<Expr> endsInRows(const analysis::RaceCase &Case);

/// Returns true if thread I accesses beyond the bound of its position: for x[i + 1] with i < n, the
/// kernel itself means x[n]. `Position`: the thread's part of its offset, in bytes.
bool goesBehindEnd(const analysis::RaceCase &Case, unsigned I, Expr Position);

/// Returns true if blocks along the dimension only number rows, of which their threads take the
/// cells (`blockIdx.x * n + threadIdx.x`).
bool numbersRows(const analysis::RaceCase &Case, unsigned D);

} // namespace cudafix::convention
