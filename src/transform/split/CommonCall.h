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

/// What threads that took no part pass for an argument.
enum class IdleArgument : uint8_t {
  Known, ///< the same expression, which all of them have to know
  Any,   ///< 0 where they do not know it
  Zero,  ///< 0
};

/// By argument; nullopt: threads that took no part before cannot run the function so that they
/// bring nothing but zeros. Its arrays are written only by its calls.
std::optional<std::vector<IdleArgument>> commonCall(const clang::FunctionDecl *Caller,
                                                    const clang::CallExpr *Call);

} // namespace cudafix::transform
