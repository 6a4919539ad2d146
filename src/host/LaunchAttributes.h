// SPDX-License-Identifier: Apache-2.0
//
// The attributes of a launch (Runtime API, cudaLaunchAttribute).
#pragma once

#include "host/HostTerms.h"
#include <array>
#include <optional>

namespace cudafix::host {

struct LaunchAttributes {
  std::optional<std::array<unsigned, 3>> Cluster; ///< dimensions of a cluster; nullopt: not known
  /// The kernel may begin while earlier operations in its stream still run.
  bool Overlaps = false;
};

/// The attributes in the cudaLaunchConfig_t that is passed to cudaLaunchKernelExC.
LaunchAttributes launchAttributes(llvm::CallBase &Call, HostMemory &Memory, HostTerms &Terms);

} // namespace cudafix::host
