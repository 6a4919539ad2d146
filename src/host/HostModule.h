// SPDX-License-Identifier: Apache-2.0
//
// Host IR made ready for reading launches: exceptions that only clean up are gone, calls
// that do not return end their block, and every function that launches is inlined into its
// callers, so that a launch stands in one function together with all that is known of it.
#pragma once

#include "frontend/Precompiled.h"
#include <set>

namespace cudafix::host {

/// One launch as it stands in a root function: a call of cudaLaunchKernel or one of its
/// relatives. `<<<>>>` becomes one when the kernel's stub is inlined.
struct HostLaunch {
  std::string Kernel; ///< mangled name on the device side
  llvm::CallBase *Call = nullptr;
  llvm::CallBase *Push = nullptr;  ///< carries the dimensions of <<<>>>; null: the call does
  llvm::Value *Selected = nullptr; ///< several kernels may be launched here: what must equal
  llvm::Function *Stub = nullptr;  ///< this
};

struct HostLaunches {
  std::vector<HostLaunch> Launches; ///< in order of the module
  std::vector<std::string> Escaped; ///< kernels whose address goes where launches are not seen
  /// Functions that nobody else can call, and that are looked at in all their callers: what is not
  /// among the launches there is never launched.
  std::set<std::string> OnlyInCallers;
};

struct HostOptions {
  bool FollowCallers = true;
};

/// Changes the module.
HostLaunches prepareLaunches(llvm::Module &Host, const HostOptions &Opts);

/// Name of the kernel of a host stub: "_ZN2ns21__device_stub__kernelEi" gives
/// "_ZN2ns6kernelEi"; empty when it is no stub.
std::string kernelOfStub(llvm::StringRef Stub);

/// Returns true for functions of the CUDA runtime, the C or the C++ library. Such functions
/// keep no pointer they are given and change nothing of the program's but through pointers.
bool isLibrary(const llvm::Function &F);
/// Returns true for those of the C++ library.
bool isFromLibrary(const llvm::Function &F);

/// The source place of an instruction in the innermost function that is not the tool's own
/// header; further out come the calls that lead there.
std::vector<const llvm::DILocation *> userPlaces(const llvm::Instruction &I);

} // namespace cudafix::host
