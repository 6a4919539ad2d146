// SPDX-License-Identifier: Apache-2.0
//
// Each line of the input is an argument.
#include "InputFile.h"
#include "cli/options/CommandLine.h"
#include "cli/session/Validate.h"
#include "llvm/ADT/StringExtras.h"

using namespace cudafix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  std::vector<std::string> Args;
  for (llvm::StringRef Word : llvm::split(Text, '\n'))
    Args.push_back(Word.str());
  if (auto Line = cli::parseCommandLine(Args); !Line)
    llvm::consumeError(Line.takeError());
  else if (llvm::Error E = cli::validateUnit(Line->Opts))
    llvm::consumeError(std::move(E));
  return 0;
}
