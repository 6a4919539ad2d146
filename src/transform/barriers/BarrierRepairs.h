// SPDX-License-Identifier: Apache-2.0
//
// Barrier changes as repairs: the plans of a kernel, written in source and in IR and
// attached to the findings they remove.
#pragma once

#include "transform/Transform.h"
#include "transform/barriers/BarrierChange.h"

namespace cudafix::transform {

/// Repairs findings inside a block by barriers: candidates from several plans. Returns,
/// by finding, why no barrier repairs it.
std::vector<std::pair<unsigned, std::string>> proposeBarriers(const Context &C,
                                                              std::vector<Finding> &Findings);

/// One change written by both sides. Without a source form the repair has no edits, is
/// Manual, and its notes say why. `Id` is used where the writer has no opinion.
Repair writeBarriers(const Context &C, const BarrierChange &Change, llvm::StringRef Id);

/// `Guarded` moves an early return after barriers; this form of it lets the threads that return
/// fill a tile with the others before. It has none in IR. Nullopt: there is no such tile.
std::optional<Repair> fillTiles(const Context &C, const BarrierChange &Change,
                                const Repair &Guarded);

/// Stores a patched device module in a repair.
void setIR(Repair &R, const llvm::Module &Module);

/// A race that barriers inside a block can order.
bool isInBlockRace(const Finding &F);
bool isRace(const Finding &F);

} // namespace cudafix::transform
