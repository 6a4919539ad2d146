// SPDX-License-Identifier: Apache-2.0
//
// The needs of within-rows and rows-span-grid for rows of constant length, or in a constant number.
#pragma once

#include "convention/Rule.h"

namespace cudafix::convention {

/// A number from the host or from memory that bounds the position in a row of constant length is at
/// most the length: n <= 1024 if `i < n` guards `out[blockIdx.x * 1024 + i]`, or in `out[i / n *
/// 1024 + i % n]`.
Need endInRow(const analysis::RaceCase &Case);

/// Positions that come from memory, or are bounded by a number from memory, stay within the row of
/// constant length together with everything else that is added to its start: 0 <= size - 1 < 100 in
/// out[row * 100 + size - 1].
Need restInConstantRow(const analysis::RaceCase &Case);

/// A number from the host or from memory that bounds a position in one of a constant number of rows
/// fits into the row, whose length is in bytes: n * 4 <= pitch if `i < n` guards `5 * pitch + 4 *
/// i`.
Need restInNumberedRows(const analysis::RaceCase &Case);

/// A number from the host or from memory that bounds an index into shared memory is at most the
/// length of a part, if the constants at which accesses start divide the array evenly: n <= 64 if
/// `i < n` guards `s[i]` and `s[64 + i]` of 128 elements.
Need endInPart(const analysis::RaceCase &Case);

/// For rows-span-grid, if the size of the grid is unknown: the elements that its threads take along
/// a dimension fit into the row of constant length whose start is in the offset (`blockIdx.y * 128
/// + x`).
Need gridInConstantRows(const analysis::RaceCase &Case);

} // namespace cudafix::convention
