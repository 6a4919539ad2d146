// SPDX-License-Identifier: Apache-2.0
//
// The calls from generated code into the machine, and the library functions it may use.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace cudafix::simulate {

/// Name and address of every function that generated code may call.
const std::vector<std::pair<llvm::StringRef, void *>> &machineCalls();

/// The implementation of a mathematical function of libdevice or of the C library, or null.
void *mathFunction(llvm::StringRef Name);

/// Conversions of 16-bit floating-point numbers that code generation calls.
std::vector<std::pair<llvm::StringRef, void *>> conversionFunctions();

} // namespace cudafix::simulate
