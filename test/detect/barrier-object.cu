// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256
#include <cuda/barrier>
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

// What may be ordered by a barrier that is not modelled is no error.
__global__ void splitUnknown(const float *in, float *out) {
  __shared__ BlockBarrier barrier;
  __shared__ float s[256];
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  auto token = barrier.arrive();
  float own = in[threadIdx.x] * 2;
  barrier.wait(std::move(token));
  out[threadIdx.x] = own + s[(threadIdx.x + 64) % 256];
}

__global__ void tooLateBad(const float *in, float *out) {
  __shared__ BlockBarrier barrier;
  __shared__ float s[256];
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x]; // expect: shared-race
  out[threadIdx.x] = s[(threadIdx.x + 64) % 256];
  barrier.arrive_and_wait();
}
