// SPDX-License-Identifier: Apache-2.0
#include "cli/input/Suppressions.h"
#include "InputFile.h"

using namespace cudafix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  cli::Files Sources;
  Sources.change("/a.cu", Text.str());
  std::vector<Finding> Findings(1);
  Findings[0].Id = "shared-race";
  Findings[0].Loc = {"/a.cu", 2, 1};
  cli::suppress(Findings, {}, Sources, {{"/a.cu", "*"}});
  return 0;
}
