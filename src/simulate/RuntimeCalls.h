// SPDX-License-Identifier: Apache-2.0
//
// What the files that implement the runtime's functions share.
#pragma once

#include "simulate/Runtime.h"

namespace cudafix::simulate {

/// The runtime, held by one thread of the program.
class Locked {
public:
  Locked() : R(Runtime::get()), Guard(R.Lock) {}
  Runtime *operator->() { return &R; }

private:
  Runtime &R;
  std::lock_guard<std::recursive_mutex> Guard;
};

template <typename F> void *addressOf(F *Function) { return reinterpret_cast<void *>(Function); }

/// A function that has nothing to do here.
template <typename... Ts> api::cudaError_t succeed(Ts...) { return api::cudaSuccess; }

/// One that cannot be done.
template <typename... Ts> api::cudaError_t notSupported(Ts...) {
  return Locked()->fail(api::cudaErrorNotSupported);
}

} // namespace cudafix::simulate
