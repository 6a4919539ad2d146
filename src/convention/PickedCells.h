// SPDX-License-Identifier: Apache-2.0
//
// How the cells of two accesses are selected: by words in memory, or by the thread's position.
#pragma once

#include "convention/Rule.h"

namespace cudafix::convention {

/// Calls `Take` for the summands of an offset, including those that conditions select.
void eachSummand(Expr Offset, llvm::function_ref<void(Expr, int64_t)> Take);

/// The atomic operation whose result the symbol is; null: it is not such a result.
const Access *drawnFrom(const analysis::RaceCase &Case, Expr Apply);

/// Returns true if the loaded value is the start of a row over which an index runs (`first[b] +
/// threadIdx.x`), rather than the cell or the row itself: both are then summands with the same
/// factor.
bool picksOffset(const analysis::RaceCase &Case, unsigned I);

/// Returns true if parameters, or many elements, set the starts of the accesses apart, like the
/// parts of one shared array. A loaded index that leads from one part into the other is out of its
/// range.
bool reachesOtherPart(const analysis::RaceCase &Case);

/// Returns true if words in memory select the cell of one access among cells that otherwise are
/// known to belong to other threads.
bool picksCellsOfOthers(const analysis::RaceCase &Case);

} // namespace cudafix::convention
