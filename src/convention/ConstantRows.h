// SPDX-License-Identifier: Apache-2.0
//
// Needs of within-rows and rows-span-grid in rows whose length or number is a constant.
#pragma once

#include "convention/Rule.h"

namespace cudafix::convention {

/// A number of the host or from memory that ends the position in a row of constant length is at
/// most the length: n <= 1024 if `i < n` guards `out[blockIdx.x * 1024 + i]`, or in `out[i / n *
/// 1024 + i % n]`.
Need endInRow(const analysis::RaceCase &Case);

/// Positions that are read from memory, and those that a number from memory ends, lie within the
/// row of constant length together with all else that is added to its start: 0 <= size - 1 < 100 in
/// out[row * 100 + size - 1].
Need restInConstantRow(const analysis::RaceCase &Case);

/// A number of the host or from memory that ends a position in a row with a constant number fits
/// into the row, whose length is in bytes: n * 4 <= pitch if `i < n` guards `5 * pitch + 4 * i`.
Need restInNumberedRows(const analysis::RaceCase &Case);

/// A number of the host or from memory that ends an index into shared memory is at most the length
/// of a part, if constants that accesses start at divide the array evenly: n <= 64 if `i < n`
/// guards `s[i]` and `s[64 + i]` of 128 elements.
Need endInPart(const analysis::RaceCase &Case);

/// Of rows-span-grid. If nobody says how large the grid is: the elements that its threads take
/// along a dimension fit into the rows of constant length that the offset starts one of
/// (`blockIdx.y * 128 + x`).
Need gridInConstantRows(const analysis::RaceCase &Case);

} // namespace cudafix::convention
