// SPDX-License-Identifier: Apache-2.0
//
// Findings that are proved, tried on concrete threads in a confined process: what happens
// there is confirmed. Whatever else comes of it, the finding stays as it was.
#pragma once

#include "frontend/Program.h"
#include "simulate/Compare.h"
#include "simulate/Replay.h"

namespace cudafix::cli {

/// Raises races and divergent barriers that their witness reproduces to confirmed;
/// the first few are tried. `Dump` gets a line for each that was tried.
void confirm(frontend::Program &P, UnitReport &Report, llvm::raw_ostream *Dump);

/// Returns true if a replay of its witness may confirm the finding: it is proved, or lacks only
/// that the values written differ. What else is likely or possible depends on array contents;
/// those of a replay are made up and prove nothing.
bool isReplayed(const Finding &F);

/// Returns true if a replay may confirm a possible race: all that it lacks is that barriers do
/// not order it of which a run knows what they order.
bool mayRunDecide(const Finding &F, const Kernel &K);

/// One replay, by number.
using ReplayOne = llvm::function_ref<simulate::ReplayResult(size_t Index)>;

/// Makes `Count` replays in order in a confined process, and the rest in another one where a
/// replay ends its process. Those that give no answer are not supported, with the reason.
std::vector<simulate::ReplayResult> replayApart(size_t Count, ReplayOne Replay,
                                                unsigned TimeoutSeconds);

/// Makes one comparison of a repaired kernel in a confined process; skipped when that does not
/// come to its end.
simulate::Comparison compareApart(llvm::function_ref<simulate::Comparison()> Compare);

} // namespace cudafix::cli
