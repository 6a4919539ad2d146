// SPDX-License-Identifier: Apache-2.0
//
// The options of Options.td as LLVM's parser takes them.
#pragma once

#include "llvm/Option/OptTable.h"

namespace cudafix::cli {

using namespace llvm::opt; // names that the generated code uses

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class OptionTable : public llvm::opt::GenericOptTable {
public:
  OptionTable();
};

} // namespace cudafix::cli
