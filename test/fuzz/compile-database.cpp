// SPDX-License-Identifier: Apache-2.0
#include "InputFile.h"
#include "frontend/parse/CompileDatabase.h"

using namespace cudafix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  if (auto Db = frontend::CompileDatabase::load(fuzz::fileOf(Text)); !Db)
    llvm::consumeError(Db.takeError());
  return 0;
}
