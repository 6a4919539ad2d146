// SPDX-License-Identifier: Apache-2.0
//
// Replays findings that are proved on concrete threads in a confined process: findings that show
// there become confirmed. In all other cases the finding stays as it was.
#pragma once

#include "frontend/Program.h"
#include "simulate/Compare.h"
#include "simulate/Replay.h"

namespace cudafix::cli {

/// Raises races and divergent barriers to confirmed if their witness reproduces them; tries the
/// first few. Writes a line for each to `Dump`.
void confirm(frontend::Program &P, UnitReport &Report, llvm::raw_ostream *Dump);

/// Returns true if a replay of its witness may confirm the finding: it is proved, or it only needs
/// different written values. Other likely or possible findings depend on array contents, which a
/// replay makes up, so that it proves nothing.
bool isReplayed(const Finding &F);

/// Returns true if a replay may confirm a possible race: the only doubt is whether barriers order
/// it, and a run knows what these barriers order.
bool mayRunDecide(const Finding &F, const Kernel &K);

/// One replay, by number.
using ReplayOne = llvm::function_ref<simulate::ReplayResult(size_t Index)>;

/// Makes `Count` replays in order in a confined process; if a replay ends the process, makes the
/// rest in another one. Replays without an answer are marked as not supported, with the reason.
std::vector<simulate::ReplayResult> replayApart(size_t Count, ReplayOne Replay,
                                                unsigned TimeoutSeconds);

/// Makes one comparison of a repaired kernel in a confined process; if it does not finish, it
/// counts as skipped.
simulate::Comparison compareApart(llvm::function_ref<simulate::Comparison()> Compare);

} // namespace cudafix::cli
