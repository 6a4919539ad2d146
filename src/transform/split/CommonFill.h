// SPDX-License-Identifier: Apache-2.0
//
//   if (i < n) {
//     loadTable(table);
//     __syncthreads();
// All threads can make such a call: the function does nothing but store in shared memory, in each
// block the same, whoever of its threads makes it.
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

/// What the call, a statement of its own in the function of `Caller`, does; nullopt: it is not such
/// a call.
std::optional<CommonFill> commonFill(const ValueSources &Caller, const clang::CallExpr *Call);

} // namespace cudafix::transform
