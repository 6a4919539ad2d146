// SPDX-License-Identifier: Apache-2.0
//
// The calls from generated code into the machine, and the library functions it may use.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace llvm {
class FunctionType;
} // namespace llvm

namespace cudafix::simulate {

/// The most bytes of one access.
constexpr uint64_t MostAccessBytes = 4096;

/// The address of a function of the machine, or null.
void *machineCall(llvm::StringRef Name);

/// The implementation of a mathematical function of libdevice or of the C library, by its name and
/// declared type, or null.
void *mathFunction(llvm::StringRef Name, const llvm::FunctionType &Type);

/// A mathematical function, or one that code generation calls; or null.
void *libraryFunction(llvm::StringRef Name);

/// The functions that code generation calls, other than the C library's mathematical functions.
std::vector<std::pair<llvm::StringRef, void *>> generatedCalls();

} // namespace cudafix::simulate
