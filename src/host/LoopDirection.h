// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/Precompiled.h"
#include <optional>

namespace cudafix::host {

/// The direction in which a loop's variable changes. 1: no path through an iteration makes it
/// smaller; -1: none makes it larger; nullopt: neither. `Next` is the value at the end of an
/// iteration. Looks only through joins, and does not consider the initial value, which may be
/// negative.
std::optional<int> directionOf(llvm::PHINode &Phi, llvm::Value *Next);

} // namespace cudafix::host
