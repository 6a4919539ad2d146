// SPDX-License-Identifier: Apache-2.0
#include "InputFile.h"
#include "cli/session/Selection.h"

using namespace cudafix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  if (auto Ranges = cli::parseLineFilter(Text); !Ranges)
    llvm::consumeError(Ranges.takeError());
  return 0;
}
