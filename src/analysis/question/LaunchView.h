// SPDX-License-Identifier: Apache-2.0
//
// A kernel as one launch sees it: arrays that the host made one are one, and accesses stay
// within what the host allocated. A launch whose facts contradict each other cannot happen
// and proves nothing: it is looked at without them.
#pragma once

#include "model/Launch.h"
#include "smt/Workspace.h"
#include <optional>

namespace cudafix::analysis {

/// Why nothing is proved from the launch, as in "cannot happen: ...": its dimensions, what host
/// code says of it and what the model takes for granted of every launch contradict each other;
/// empty: nothing shows that.
std::string contradictionIn(const Kernel &K, smt::Workspace &Solving, const Launch &L);

class LaunchView {
public:
  LaunchView(const Kernel &K, smt::Workspace &Solving, const Launch &L);
  const Kernel &kernel() const { return Own ? *Own : K; }
  const Launch &launch() const { return Without ? *Without : L; }
  /// As contradictionIn.
  const std::string &impossible() const { return Impossible; }

private:
  void checkFacts(smt::Workspace &Solving);
  void settleTurns();
  void joinWarps();
  void joinArrays();
  void addExtents();
  void keepUnwritten(smt::Workspace &Solving);
  Kernel &own();

  const Kernel &K;
  const Launch &L;
  std::optional<Kernel> Own;
  std::vector<SymbolId> Joined; ///< loads that were read-only, of arrays that are one with others
  std::optional<Launch> Without;
  std::string Impossible;
};

} // namespace cudafix::analysis
