// SPDX-License-Identifier: Apache-2.0
//
// Turns barrier plans of a kernel into repairs, written in source and in IR and attached to the
// findings they remove.
#pragma once

#include "transform/RepairKind.h"
#include "transform/barriers/BarrierChange.h"

namespace cudafix::transform {

/// Repairs findings inside a block by barriers, with candidates from several plans. Returns, by
/// finding, why no barrier repairs it.
std::vector<std::pair<unsigned, std::string>> proposeBarriers(const Context &C,
                                                              std::vector<Finding> &Findings);

/// Writes one change in source and IR. Without a source form the repair has no edits, is Manual,
/// and its notes say why. `Id` is used if the source writer gives none.
Repair writeBarriers(const Context &C, const BarrierChange &Change, llvm::StringRef Id);

struct FilledTiles {
  Repair R;
  bool ByCalls = false; ///< calls of functions that are not changed fill them
};

/// A variant of the repair `Guarded`, which keeps threads out of the code around barriers: these
/// threads instead fill a tile together with the others. It has no IR form. Nullopt: there is no
/// such tile. `AreRead`: other threads read the cells that these threads fill.
std::optional<FilledTiles> fillTiles(const Context &C, const BarrierChange &Change,
                                     const Repair &Guarded, bool AreRead);

/// Stores a patched device module in a repair.
void setIR(Repair &R, const llvm::Module &Module);

/// Returns true for a race that barriers inside a block can order.
bool isInBlockRace(const Finding &F);
bool isRace(const Finding &F);

} // namespace cudafix::transform
