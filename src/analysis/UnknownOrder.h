// SPDX-License-Identifier: Apache-2.0
//
// Order that barriers which are not modelled may make: named barriers, cuda::barrier,
// pipelines.
#pragma once

#include "analysis/FlowPaths.h"
#include <optional>

namespace cudafix::analysis {

class UnknownOrder {
public:
  explicit UnknownOrder(const Kernel &K);

  /// Does every way from one access of a block to the other, and from a common start to
  /// both, pass such a barrier?
  bool mayOrder(AccessId A, AccessId B) const;

private:
  bool stops(const Event &E) const;

  const Kernel &K;
  std::optional<FlowPaths> Paths; ///< none: the kernel has no such barrier
};

} // namespace cudafix::analysis
