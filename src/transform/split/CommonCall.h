// SPDX-License-Identifier: Apache-2.0
//
//   if (i < n)
//     x = smooth(tile, in[i]);
// All threads can make such a call without changes to the function: in shared memory it does what
// the threads of a full block do, and threads that did not take part before work on 0.
#pragma once

#include "transform/text/BodyFacts.h"
#include <optional>

namespace cudafix::transform {

/// The argument passed by threads that did not make the call before.
enum class IdleArgument : uint8_t {
  Known, ///< the same expression, which they must all know
  Any,   ///< the same expression, or 0 if they do not know it
  Zero,  ///< 0
};

/// The arguments by position; nullopt: idle threads cannot execute the function so that they
/// contribute only zeros. The function's arrays are written only by its calls.
std::optional<std::vector<IdleArgument>> commonCall(const clang::FunctionDecl *Caller,
                                                    const clang::CallExpr *Call);

} // namespace cudafix::transform
