// SPDX-License-Identifier: Apache-2.0
//
// The question of shuffles, votes and __syncwarp: does each lane that the mask names come, does the
// mask name each lane that comes, and is each lane there that a shuffle reads?
#pragma once

#include "analysis/question/Race.h"

namespace cudafix::analysis {

/// A lane that an operation of a warp counts on and that does not come to it, or that comes and is
/// not named.
struct AbsentLane {
  enum class Kind : uint8_t {
    NotNamed,  ///< it comes to an operation whose mask, as it gives it, does not name it
    Elsewhere, ///< it waits at another barrier or operation, for the lane that waits here
    PassedBy,  ///< it goes to the end of the kernel another way; the mask names it
    Returned,  ///< it has returned, and the shuffle reads it
    Missing,   ///< the block has no such thread, and the shuffle reads it
  } What = Kind::Elsewhere;
  SourceLoc Loc; ///< of the operation
  std::vector<SourceLoc> CallChain;
  std::string Text;                    ///< the operation as written
  SourceLoc Other;                     ///< Elsewhere: where the lane waits
  Confidence How = Confidence::Proved; ///< Likely: memory contents decide it
  Witness Example;                     ///< the lane that waits, and the one that does not come

  /// Returns true if lanes may wait for each other for ever, whatever is in memory.
  bool mayHang() const {
    return (What == Kind::Elsewhere || What == Kind::NotNamed) && How <= Confidence::Proved;
  }
};

/// Asks every operation of a warp that not all threads pass together, for two lanes of one warp,
/// and those with a mask, for a lane that it leaves out. Masks that are computed from memory
/// contents or votes are taken for right, and blocks of a size that is not known for whole warps.
/// In blocks of known size, shuffles are asked for lanes that are not there. One answer at most for
/// each place and kind, the surest; what the solver does not decide is left out.
std::vector<AbsentLane> findAbsentLanes(const Kernel &K, const Launch &L, const RaceOptions &Opts);

} // namespace cudafix::analysis
