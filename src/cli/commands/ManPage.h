// SPDX-License-Identifier: Apache-2.0
//
// `man`: the manual page in section 1, written from the table of options and commands.
#pragma once

#include "llvm/Support/raw_ostream.h"

namespace cudafix::cli {

/// Writes the manual page as roff.
void printManPage(llvm::raw_ostream &OS);

} // namespace cudafix::cli
