// SPDX-License-Identifier: Apache-2.0
//
// The arguments Clang gets for one side of a unit: what the compile command says, minus
// what changes code generation or output, plus the embedded headers or a toolkit.
#pragma once

#include "frontend/parse/CompileCommand.h"
#include "model/Options.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace cudafix::frontend {

enum class Side : uint8_t { Device, Host };

/// The parts of the C++ library that come with the embedded headers.
enum class StdHeaders : uint8_t {
  None,   ///< the C library only: by far the fastest
  CMath,  ///< <cmath>, <cstdlib>, <new>, <utility>, as with nvcc
  Common, ///< those and the headers most programs include; from a precompiled header
};

/// The source of CUDA's declarations.
struct HeaderSet {
  std::string Toolkit; ///< root of a CUDA installation; empty: the embedded headers
  StdHeaders Std = StdHeaders::None;
};

/// Arguments, the compiler's name first and the file last.
std::vector<std::string> invocationArgs(const CompileCommand &Cmd, const Options &Opts,
                                        const HeaderSet &Headers, Side S,
                                        llvm::vfs::FileSystem &FS);

/// A file in C, which has a host side only.
bool isPlainC(const CompileCommand &Cmd);

/// The root of a CUDA toolkit on this machine ($CUDA_PATH, $CUDA_HOME, /usr/local/cuda); empty:
/// there is none.
std::string installedToolkit();

/// Returns true if `Folder` holds a CUDA toolkit's headers.
bool isToolkit(llvm::StringRef Folder);

/// Unknown architectures and standards in the command, and what is used instead.
std::vector<std::string> unknownNames(const CompileCommand &Cmd, const Options &Opts);
/// Fails if `Standard` is not a standard of C++ ("c++17"); the error lists the names.
llvm::Error checkStandard(llvm::StringRef Standard);
/// Fails if `Arch` is not an architecture ("sm_80"); the error lists the names.
llvm::Error checkArch(llvm::StringRef Arch);

/// The architecture closest to `Arch` that Clang knows: Clang has dropped the oldest ones, and
/// newer ones behave like the newest one that it knows, as far as this analysis is concerned.
/// sm_90a has more instructions than sm_90, and sm_100f has some of those of sm_100a.
std::string knownArch(llvm::StringRef Arch);

/// The architectures that `Args` name ("sm_70"), in order, once each.
std::vector<std::string> archsOf(const std::vector<std::string> &Args);

/// Returns true if device code of other units is linked in (-fgpu-rdc).
bool isRelocatable(const CompileCommand &Cmd);

/// The architecture to parse for: --arch, else the highest one that the command names (if it names
/// none, the one for which the kernels are written), else sm_80.
std::string parseArch(const CompileCommand &Cmd, const Options &Opts);

} // namespace cudafix::frontend
