// SPDX-License-Identifier: Apache-2.0
//
//   if (i < n)
//     x = smooth(tile, in[i]);
// All threads can make such a call as it stands: what the function does with shared memory is what
// the threads of a full block do, and those that took no part before work on 0.
#pragma once

#include "transform/text/BodyFacts.h"
#include <optional>

namespace cudafix::transform {

/// The argument that threads pass which did not make the call before.
enum class IdleArgument : uint8_t {
  Known, ///< the same expression, which they must all know
  Any,   ///< the same expression, or 0 if they do not know it
  Zero,  ///< 0
};

/// By argument; nullopt: other threads cannot run the function so that they contribute only zeros.
/// Its arrays are written only by its calls.
std::optional<std::vector<IdleArgument>> commonCall(const clang::FunctionDecl *Caller,
                                                    const clang::CallExpr *Call);

} // namespace cudafix::transform
