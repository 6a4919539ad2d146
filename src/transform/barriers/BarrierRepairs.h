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

struct FilledTiles {
  Repair R;
  bool ByCalls = false; ///< by functions that stay as they are
};

/// `Guarded` keeps threads out of what stands around barriers; this form of it lets them fill a
/// tile with the others before. It has none in IR. Nullopt: there is no such tile. `AreRead`:
/// others read the cells that these threads fill.
std::optional<FilledTiles> fillTiles(const Context &C, const BarrierChange &Change,
                                     const Repair &Guarded, bool AreRead);

/// Stores a patched device module in a repair.
void setIR(Repair &R, const llvm::Module &Module);

/// A race that barriers inside a block can order.
bool isInBlockRace(const Finding &F);
bool isRace(const Finding &F);

} // namespace cudafix::transform
