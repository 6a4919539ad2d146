// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/SignalStack.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include <gtest/gtest.h>

using cudafix::frontend::SignalStack;

namespace {

int endless(volatile int *Depth) {
  volatile char Frame[512] = {};
  Frame[*Depth % 512] = 1;
  *Depth = *Depth + 1;
  return *Depth < 0 ? 0 : endless(Depth) + Frame[0]; // the stack ends first
}

TEST(SignalStack, RecoversFromEndlessRecursion) {
  llvm::CrashRecoveryContext::Enable();
  for (int Round = 0; Round < 2; ++Round) {
    volatile int Depth = 0;
    bool Recovered = false;
    auto Overflow = [&] {
      const SignalStack OnOverflow;
      Recovered = !llvm::CrashRecoveryContext().RunSafely([&] { endless(&Depth); }) &&
                  !llvm::CrashRecoveryContext().RunSafely([&] { endless(&Depth); });
    };
    EXPECT_TRUE(llvm::CrashRecoveryContext().RunSafelyOnThread(Overflow, 1 << 20));
    EXPECT_TRUE(Recovered);
    EXPECT_GT(Depth, 100);
  }
  llvm::CrashRecoveryContext::Disable();
}

} // namespace
