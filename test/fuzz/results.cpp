// SPDX-License-Identifier: Apache-2.0
#include "InputFile.h"
#include "cache/Recording.h"
#include "cli/pipeline/Transfer.h"

using namespace cudafix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  // Each is read back as it was written, or not at all.
  for (auto Read : {cli::unpack, cli::unpackRun})
    if (cli::UnitResult Result; Read(Text, Result))
      if (cli::UnitResult Again; !cli::unpack(cli::pack(Result), Again))
        std::abort();
  if (std::vector<cache::Probe> Probes; cache::fromText(Text, Probes))
    if (std::vector<cache::Probe> Again;
        !cache::fromText(cache::toText(Probes), Again) || Again != Probes)
      std::abort();
  return 0;
}
