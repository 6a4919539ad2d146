// SPDX-License-Identifier: Apache-2.0
//
// Launches in host IR. The embedded headers turn every <<<>>> into one call of eight
// scalars, so dimensions and arguments are plain SSA values; the branches that dominate
// the call hold at the launch.
#pragma once

#include "frontend/Precompiled.h"
#include "model/Launch.h"

namespace cudafix::host {

/// One launch: the call that carries its dimensions and the call of the kernel's stub.
struct HostLaunch {
  std::string Kernel; ///< mangled name on the device side
  std::string File;
  unsigned Line = 0;
  llvm::CallInst *Dimensions = nullptr; ///< grid x y z, block x y z, shared bytes, stream
  llvm::CallInst *Stub = nullptr;
};

std::vector<HostLaunch> findHostLaunches(llvm::Module &Host);

/// The dimensions and facts of a launch as terms over the kernel's symbols.
/// `Params` gives the symbol of each scalar argument of the stub, null where there is none.
void describeLaunch(const HostLaunch &From, ExprContext &Ctx, llvm::ArrayRef<Expr> Params,
                    Launch &Into);

} // namespace cudafix::host
