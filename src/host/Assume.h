// SPDX-License-Identifier: Apache-2.0
//
// --assume: a C expression over kernel parameters and their fields, threadIdx, blockIdx,
// blockDim and gridDim (each .x, .y, .z), read as arithmetic on mathematical integers (64 bits,
// nothing wraps).
#pragma once

#include "model/Kernel.h"
#include "model/Launch.h"
#include "llvm/Support/Error.h"

namespace cudafix::host {

/// Fails with the column of the first mistake in the syntax.
llvm::Error checkAssumption(llvm::StringRef Text);

/// The condition in the kernel's terms. Null if it mentions a name that the kernel does not have;
/// `Missing` is then set to that name.
llvm::Expected<Expr> parseAssumption(llvm::StringRef Text, const Kernel &K, std::string &Missing);

} // namespace cudafix::host
