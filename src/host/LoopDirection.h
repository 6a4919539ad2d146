// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/Precompiled.h"
#include <optional>

namespace cudafix::host {

/// The direction in which a loop's variable changes. 1: no way through an iteration makes it
/// smaller; -1: none makes it larger; nullopt: it changes in other ways. `Next` is the value at the
/// end of an iteration. Looks through joins only, and says nothing of where the value starts, which
/// may be below 0.
std::optional<int> directionOf(llvm::PHINode &Phi, llvm::Value *Next);

} // namespace cudafix::host
