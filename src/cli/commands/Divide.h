// SPDX-License-Identifier: Apache-2.0
//
// Splits one run into steps with files between them, for many machines: summarise (the host code of
// some units), link (select what each unit's launches need of it), check (judge some units), merge.
#pragma once

#include "cli/session/Session.h"

namespace cudafix::cli {

/// The name of a unit's file in folders that hold one file for each unit.
std::string shortName(const Unit &U);

/// Writes one file for each unit into the folder --out, with the host code that leads to its
/// launches.
llvm::Error linkUnits(Session &S, std::vector<Unit> HostUnits);

/// Judges the units and writes their results into the file --out.
llvm::Error checkUnits(Session &S, std::vector<Unit> HostUnits);

/// Reads the results of --results. A unit without a result is not analysed.
llvm::Error mergeUnits(Session &S);

} // namespace cudafix::cli
