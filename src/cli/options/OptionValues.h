// SPDX-License-Identifier: Apache-2.0
//
// Parses values of options that are more than a word or a number. Errors name the option and the
// values it takes.
#pragma once

#include "cli/options/CommandLine.h"

namespace cudafix::cli {

/// Makes an error of usage from a printf format.
template <typename... Ts> llvm::Error usageError(const char *Format, const Ts &...Values) {
  return llvm::createStringError(std::errc::invalid_argument, Format, Values...);
}

/// Parses "X[,Y[,Z]]", in the limits of launches.
llvm::Error parseDimensions(llvm::StringRef Option, llvm::StringRef Text, bool Block,
                            std::array<uint32_t, 3> &Dim);
/// Parses "[KERNEL=]X[,Y[,Z]]".
llvm::Error addDimension(llvm::StringRef Option, llvm::StringRef Text, bool Block,
                         std::vector<DimOption> &To);
/// Parses "[KERNEL:]EXPR"; a `::` belongs to the name or the expression.
AssumeOption parseAssume(llvm::StringRef Text);
/// Parses "FORMAT[=FILE]".
llvm::Error parseFormat(llvm::StringRef Text, std::vector<OutputOption> &To);

} // namespace cudafix::cli
