// SPDX-License-Identifier: Apache-2.0
//
// All options of nvcc, and how they are translated.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace cudafix::frontend {

/// How an option of nvcc is translated.
enum class Nvcc : uint8_t {
  Drop,         ///< without a value
  DropValue,    ///< with a value, joined by '=' or the next word
  Forward,      ///< as `As`, without a value
  ForwardValue, ///< `As` before the value, joined
  ForwardList,  ///< the same for each of the comma-separated values
  Std,          ///< -std
  Arch,         ///< -arch: the architecture for which the source is compiled
  Code,         ///< -code: the architectures for which machine code is made
  Gencode,      ///< -gencode arch=...,code=...
  Rdc,          ///< -rdc=true or =false
  Relocatable,  ///< makes relocatable device code
  Host,         ///< -Xcompiler: the values are arguments of the host compiler
  File,         ///< -optf: more arguments in files
  Stream,       ///< --default-stream: a macro of the runtime's headers
  Include,      ///< -include: a list of files, each with its own flag
};

struct NvccOption {
  llvm::StringRef Long;  ///< without dashes, as after "--"
  llvm::StringRef Short; ///< without the dash
  Nvcc What;
  llvm::StringRef As = "";
  bool OfAll = false; ///< clang and g++ have the same option

  bool takesValue() const {
    return What != Nvcc::Drop && What != Nvcc::Forward && What != Nvcc::Relocatable;
  }
};

struct NvccMatch {
  const NvccOption *Option = nullptr; ///< null: nvcc has no such option
  llvm::StringRef Value;
  bool HasValue = false; ///< joined by '=', possibly empty
};

/// Long names are also accepted after one dash. Values may be joined by '=', or directly for -I and
/// the like.
NvccMatch findNvccOption(llvm::StringRef Arg);

} // namespace cudafix::frontend
