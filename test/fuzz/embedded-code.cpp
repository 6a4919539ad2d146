// SPDX-License-Identifier: Apache-2.0
//
// Kernels in strings: the code keeps every place, and changes nothing when it is put back
// unchanged.
#include "InputFile.h"
#include "cli/input/EmbeddedCode.h"

using namespace cudafix;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Text = fuzz::textOf(Data, Size);
  for (llvm::StringRef File : {"a.py", "a.cpp"}) {
    std::optional<std::string> Code = cli::embeddedKernels(File, Text);
    if (!Code)
      continue;
    if (Code->size() != Text.size() || cli::putBack(File, Text, *Code, *Code) != Text.str())
      std::abort();
    cli::putBack(File, Text, *Code, *Code + "int more;\n");
    if (size_t At = Code->find('{'); At != std::string::npos)
      cli::putBack(File, Text, *Code,
                   Code->substr(0, At + 1) + "\n  more();\n" + Code->substr(At + 1));
  }
  return 0;
}
