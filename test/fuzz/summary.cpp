// SPDX-License-Identifier: Apache-2.0
#include "host/Summary.h"
#include "InputFile.h"

using namespace cudafix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  auto Units = host::summariesFromText(Text);
  if (!Units)
    return llvm::consumeError(Units.takeError()), 0;
  host::LaunchGraph Graph(*Units);
  for (const host::UnitSummary &Unit : *Units)
    Graph.unitsThatLaunch(Unit);
  // What was read is written as it was.
  std::string Written = host::toText(*Units);
  auto Again = host::summariesFromText(Written);
  if (!Again || host::toText(*Again) != Written)
    std::abort();
  return 0;
}
