// SPDX-License-Identifier: Apache-2.0
//
// Values of options that are more than a word or a number. Each fails with a line that names the
// option and what it takes.
#pragma once

#include "cli/CommandLine.h"

namespace cudafix::cli {

template <typename... Ts> llvm::Error usageError(const char *Format, const Ts &...Values) {
  return llvm::createStringError(std::errc::invalid_argument, Format, Values...);
}

/// "X[,Y[,Z]]", as some launch has them.
llvm::Error parseDimensions(llvm::StringRef Option, llvm::StringRef Text, bool Block,
                            std::array<uint32_t, 3> &Dim);
/// "[KERNEL=]X[,Y[,Z]]".
llvm::Error addDimension(llvm::StringRef Option, llvm::StringRef Text, bool Block,
                         std::vector<DimOption> &To);
/// "[KERNEL:]EXPR"; a `::` belongs to the name or the expression.
AssumeOption parseAssume(llvm::StringRef Text);
/// "FORMAT[=FILE]".
llvm::Error parseFormat(llvm::StringRef Text, std::vector<OutputOption> &To);

} // namespace cudafix::cli
