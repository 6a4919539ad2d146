// SPDX-License-Identifier: Apache-2.0
//
// The checks by name. Code that acts on a finding compares its Check; the textual id is for people.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cudafix {

enum class Check : uint8_t {
#define CHECK(Name) Name,
#include "model/Checks.def"
#undef CHECK
#define RUN_CHECK(Name) Name,
#include "model/RunChecks.def"
#undef RUN_CHECK
  Other, ///< an id that is in neither list
};

/// The check of an id: SharedRace of "shared-race".
Check checkOf(llvm::StringRef Id);

/// The id of a check: "shared-race" of SharedRace; empty for Other.
std::string idOf(Check C);

/// Returns true for checks that report two accesses to the same bytes at the same time, harmful or
/// not, by threads of one launch or of two.
bool isRace(Check C);

/// Returns true for checks that report races between threads of one launch whose outcome matters.
bool isHarmfulRace(Check C);

} // namespace cudafix
