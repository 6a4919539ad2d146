// SPDX-License-Identifier: Apache-2.0
//
// A separate stack for signal handlers: a thread whose recursion never ends has no room for them.
#pragma once

#include <csignal>
#include <memory>

namespace cudafix::frontend {

/// While it exists, LLVM's crash recovery (which must be enabled) also handles an overflow of this
/// thread's stack.
class SignalStack {
public:
  SignalStack() : Memory(std::make_unique<char[]>(Size)) {
    stack_t Own = {};
    Own.ss_sp = Memory.get();
    Own.ss_size = Size;
    ::sigaltstack(&Own, &Before);
    struct sigaction Handler;
    if (::sigaction(SIGSEGV, nullptr, &Handler) == 0) {
      Handler.sa_flags |= SA_ONSTACK;
      ::sigaction(SIGSEGV, &Handler, nullptr);
    }
  }
  ~SignalStack() { ::sigaltstack(&Before, nullptr); }

private:
  static constexpr size_t Size = 64 << 10;
  std::unique_ptr<char[]> Memory;
  stack_t Before = {};
};

} // namespace cudafix::frontend
