// SPDX-License-Identifier: Apache-2.0
#include "InputFile.h"
#include "cli/options/Config.h"

using namespace cudafix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  if (auto Line = cli::readConfig(fuzz::fileOf(Text)); !Line)
    llvm::consumeError(Line.takeError());
  return 0;
}
