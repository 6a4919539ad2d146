// SPDX-License-Identifier: Apache-2.0
#include "InputFile.h"
#include "cli/output/SanitizerLog.h"

using namespace cudafix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  cli::parseSanitizerLog(Text);
  return 0;
}
