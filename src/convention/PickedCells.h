// SPDX-License-Identifier: Apache-2.0
//
// What picks the cells of two accesses: words in memory, or the thread's position.
#pragma once

#include "convention/Rule.h"

namespace cudafix::convention {

/// Calls `Take` for the summands of an offset, also for those that conditions select.
void eachSummand(Expr Offset, llvm::function_ref<void(Expr, int64_t)> Take);

/// The atomic operation whose result the symbol is; null: it is no such one.
const Access *drawnFrom(const analysis::RaceCase &Case, Expr Apply);

/// Returns true if the loaded value is the start of a row that an index runs over (`first[b] +
/// threadIdx.x`), rather than the cell or the row itself. Both are then summands with the same
/// factor.
bool picksOffset(const analysis::RaceCase &Case, unsigned I);

/// Returns true if parameters, or many elements, set the starts of the accesses apart, as with the
/// parts of one shared array. A loaded index that leads from one part into the other leaves its
/// range.
bool reachesOtherPart(const analysis::RaceCase &Case);

/// Returns true if words in memory pick the cell of one access among cells that are, without them,
/// known to be those of other threads.
bool picksCellsOfOthers(const analysis::RaceCase &Case);

} // namespace cudafix::convention
