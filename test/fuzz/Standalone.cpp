// SPDX-License-Identifier: Apache-2.0
//
// Runs a fuzz target once on each file of the command line, where libFuzzer does not drive it.
#include "llvm/FuzzMutate/FuzzerCLI.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size);

int main(int Count, char **Args) {
  return llvm::runFuzzerOnInputs(Count, Args, LLVMFuzzerTestOneInput);
}
