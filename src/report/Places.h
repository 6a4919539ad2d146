// SPDX-License-Identifier: Apache-2.0
//
// The ends of the places of findings, and names of findings that stay the same when lines move.
#pragma once

#include "report/Report.h"
#include <map>

namespace cudafix::report {

/// The position after the last character; line and column count from 1, the column in bytes.
struct Position {
  unsigned Line = 0, Column = 0;
};

/// The end of the place; nullopt if its length or its file is not known.
std::optional<Position> endOf(const SourceLoc &L, const Style &S);

/// Names of the findings of one report that stay the same when lines are added above them.
class Fingerprints {
public:
  explicit Fingerprints(const Style &S) : S(S) {}
  /// A hash of check, file, kernel and the text of the line without its blanks. Equal findings get
  /// different names, in the order of the calls.
  std::string of(const Finding &F);

private:
  const Style &S;
  std::map<std::string, unsigned> Seen;
};

} // namespace cudafix::report
