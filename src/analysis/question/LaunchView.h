// SPDX-License-Identifier: Apache-2.0
//
// A kernel as seen by one launch: arrays that the host passes as one object are one array, and
// accesses stay within what the host allocated. A launch whose facts contradict each other cannot
// happen and proves nothing, so it is examined without its facts.
#pragma once

#include "model/Launch.h"
#include "smt/Workspace.h"
#include <optional>

namespace cudafix::analysis {

/// Why nothing can be proved from the launch, as in "cannot happen: ...": its dimensions, the host
/// facts and the model's general assumptions contradict each other. Empty: no contradiction is
/// found.
std::string contradictionIn(const Kernel &K, smt::Workspace &Solving, const Launch &L);

class LaunchView {
public:
  LaunchView(const Kernel &K, smt::Workspace &Solving, const Launch &L);
  const Kernel &kernel() const { return Own ? *Own : K; }
  const Launch &launch() const { return Without ? *Without : L; }
  /// The result of contradictionIn.
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
  std::vector<SymbolId> Joined; ///< loads that were read-only until their array was merged
  std::optional<Launch> Without;
  std::string Impossible;
};

} // namespace cudafix::analysis
