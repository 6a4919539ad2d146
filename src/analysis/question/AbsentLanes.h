// SPDX-License-Identifier: Apache-2.0
//
// The questions about shuffles, votes and __syncwarp: does each lane that the mask names come, does
// the mask name each lane that comes, and does each lane exist that a shuffle reads?
#pragma once

#include "analysis/question/Race.h"

namespace cudafix::analysis {

/// A lane that a warp operation expects but that does not come, or that comes but is not named.
struct AbsentLane {
  enum class Kind : uint8_t {
    NotNamed,  ///< it comes, but the mask that it passes does not name it
    Elsewhere, ///< it waits at another barrier or operation for the lane that waits here
    PassedBy,  ///< the mask names it, but it reaches the end of the kernel on another path
    Returned,  ///< the shuffle reads it, but it has returned
    Missing,   ///< the shuffle reads it, but the block has no such thread
  } What = Kind::Elsewhere;
  SourceLoc Loc; ///< of the operation
  std::vector<SourceLoc> CallChain;
  std::string Text;                    ///< the operation as written
  SourceLoc Other;                     ///< Elsewhere: where the lane waits
  Confidence How = Confidence::Proved; ///< Likely: memory contents decide it
  Witness Example;                     ///< the lane that waits, and the one that does not come

  /// Returns true if lanes may wait for each other forever, whatever memory contains.
  bool mayHang() const {
    return (What == Kind::Elsewhere || What == Kind::NotNamed) && How <= Confidence::Proved;
  }
};

/// Asks, for every warp operation that not all threads pass together, about two lanes of one warp,
/// and for operations with a mask, about lanes that the mask leaves out. Masks computed from memory
/// contents or votes are assumed to be right, and blocks of unknown size to consist of whole warps.
/// In blocks of known size, also asks whether shuffles read lanes that do not exist. Returns at
/// most one answer, the most certain one, for each place and kind; questions that the solver does
/// not decide give none.
std::vector<AbsentLane> findAbsentLanes(const Kernel &K, const Launch &L, const RaceOptions &Opts);

} // namespace cudafix::analysis
