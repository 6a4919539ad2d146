// SPDX-License-Identifier: Apache-2.0
//
// Prepares host IR for reading launches: removes exception handling that only cleans up, ends
// blocks at calls that do not return, and inlines every function that launches into its callers, so
// that one function contains a launch together with everything that is known about it.
#pragma once

#include "frontend/Precompiled.h"
#include <set>

namespace cudafix::host {

/// One launch in a root function: a call of cudaLaunchKernel or a related function. `<<<>>>`
/// becomes such a call when the kernel's stub is inlined.
struct HostLaunch {
  std::string Kernel; ///< mangled name on the device side
  llvm::CallBase *Call = nullptr;
  llvm::CallBase *Push = nullptr;  ///< the call with the <<<>>> dimensions; null: `Call` has them
  llvm::Value *Selected = nullptr; ///< the selected function, if several kernels may be launched
  llvm::Function *Stub = nullptr;  ///< the function to which `Selected` must be equal
};

struct HostLaunches {
  std::vector<HostLaunch> Launches; ///< in order of the module
  std::vector<std::string> Escaped; ///< kernels whose address goes where launches are not seen
  /// Functions that nobody else can call, and that are examined in all their callers: launches in
  /// them that are not listed never happen.
  std::set<std::string> OnlyInCallers;
};

struct HostOptions {
  bool FollowCallers = true;
};

/// Changes the module.
HostLaunches prepareLaunches(llvm::Module &Host, const HostOptions &Opts);

/// Name of the kernel of a host stub: "_ZN2ns21__device_stub__kernelEi" gives "_ZN2ns6kernelEi";
/// empty if it is not a stub.
std::string kernelOfStub(llvm::StringRef Stub);

/// Returns true for functions of the CUDA runtime and the C or C++ library. They keep no pointer
/// that they are given, and change the program's memory only through these pointers.
bool isLibrary(const llvm::Function &F);
/// Returns true for those of the C++ library.
bool isFromLibrary(const llvm::Function &F);

/// The source location of an instruction in the innermost function outside of the tool's own
/// headers, followed by the locations of the calls that lead there.
std::vector<const llvm::DILocation *> userPlaces(const llvm::Instruction &I);

} // namespace cudafix::host
