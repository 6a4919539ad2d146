// SPDX-License-Identifier: Apache-2.0
#include "Builder.h"
#include "InputFile.h"
#include "host/Assume.h"
#include "host/UserLaunch.h"

using namespace cudafix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  static Builder B;
  for (auto Check : {host::checkLaunchText, host::checkAssumption})
    if (llvm::Error E = Check(Text))
      llvm::consumeError(std::move(E));
  if (auto Launch = host::parseLaunch(Text, B.K, {}); !Launch)
    llvm::consumeError(Launch.takeError());
  std::string Missing;
  if (auto Condition = host::parseAssumption(Text, B.K, Missing); !Condition)
    llvm::consumeError(Condition.takeError());
  for (unsigned Line = 1; Line < 4; ++Line)
    host::launchComments(Text, Line);
  return 0;
}
