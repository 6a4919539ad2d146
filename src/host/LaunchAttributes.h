// SPDX-License-Identifier: Apache-2.0
//
// The attributes that a launch is given (Runtime API, cudaLaunchAttribute).
#pragma once

#include "host/HostTerms.h"
#include <array>
#include <optional>

namespace cudafix::host {

struct LaunchAttributes {
  std::optional<std::array<unsigned, 3>> Cluster; ///< blocks of one; nullopt: not known
  /// The kernel may begin while what stands before it in its stream still runs.
  bool Overlaps = false;
};

/// Those of the cudaLaunchConfig_t that cudaLaunchKernelExC is given.
LaunchAttributes launchAttributes(llvm::CallBase &Call, HostMemory &Memory, HostTerms &Terms);

} // namespace cudafix::host
