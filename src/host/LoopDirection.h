// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/Precompiled.h"
#include <optional>

namespace cudafix::host {

/// In which direction the value of a loop's variable changes: 1: no way through an iteration makes
/// it smaller, -1: none makes it larger; nullopt: other things happen to it. `Next` is the value at
/// the end of an iteration. Looks through joins alone; a value that starts as one below 0 is not
/// spoken of.
std::optional<int> directionOf(llvm::PHINode &Phi, llvm::Value *Next);

} // namespace cudafix::host
