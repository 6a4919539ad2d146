// SPDX-License-Identifier: Apache-2.0
#include "InputFile.h"
#include "cli/input/Suppressions.h"

using namespace cudafix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  if (auto Known = cli::Baseline::read(fuzz::fileOf(Text)); !Known)
    llvm::consumeError(Known.takeError());
  return 0;
}
