// SPDX-License-Identifier: Apache-2.0
//
// Shared by the files that implement the runtime's functions.
#pragma once

#include "simulate/runtime/Runtime.h"

namespace cudafix::simulate {

/// The runtime, locked by one thread of the program.
class Locked {
public:
  Locked() : R(Runtime::get()), Guard(R.Lock) {}
  Runtime *operator->() { return &R; }

private:
  Runtime &R;
  std::lock_guard<std::recursive_mutex> Guard;
};

template <typename F> void *addressOf(F *Function) { return reinterpret_cast<void *>(Function); }

/// Does the work now or, if the stream is being captured, at each launch of its graph.
api::cudaError_t enqueue(api::cudaStream_t S, api::cudaGraphNodeType Type,
                         std::function<api::cudaError_t()> Do);
bool isCaptured(api::cudaStream_t S);
api::cudaError_t launchOn(api::cudaStream_t S, const void *Stub, api::dim3 Grid, api::dim3 Block,
                          void **Arguments, size_t Shared, const LaunchTogether &Together);

// used for streams and graphs
api::cudaError_t copy3D(const api::cudaMemcpy3DParms *P);
api::cudaError_t recordNow(api::cudaEvent_t E);
/// Memory that stays allocated until the program ends.
api::cudaError_t allocateForGraph(void **P, size_t Bytes);

/// A function without an effect here.
template <typename... Ts> api::cudaError_t succeed(Ts...) { return api::cudaSuccess; }

/// A function that is not supported here.
template <typename... Ts> api::cudaError_t notSupported(Ts...) {
  return Locked()->fail(api::cudaErrorNotSupported);
}

} // namespace cudafix::simulate
