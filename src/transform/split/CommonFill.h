// SPDX-License-Identifier: Apache-2.0
//
//   if (i < n) {
//     loadTable(table);
//     __syncthreads();
// All threads can make such a call: the function only stores to shared memory, the same in each
// block, whichever threads make it.
#pragma once

#include "transform/split/ValueSources.h"
#include <optional>
#include <set>
#include <string>

namespace cudafix::transform {

struct CommonFill {
  VarSet Tiles;                 ///< the arrays that it fills
  std::set<std::string> Loaded; ///< the arrays that it loads from, as the caller calls them
};

/// What the call does, if it is a separate statement in the function of `Caller`; nullopt: it is
/// not such a call.
std::optional<CommonFill> commonFill(const ValueSources &Caller, const clang::CallExpr *Call);

} // namespace cudafix::transform
