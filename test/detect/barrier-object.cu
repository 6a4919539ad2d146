// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256
// RUN: not %cuda-fix --no-repair --block-dim 256 --kernel oneHalfBad %s | FileCheck %s
#include <cuda/barrier>
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

// What may be ordered by a barrier that is not modelled is no error: work stands between its parts.
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

// Each half of the buffer is written two barriers after it was read.
__global__ void twoHalvesOk(const float *in, float *out, int n) {
  __shared__ BlockBarrier barrier;
  __shared__ float s[2][256];
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    s[i % 2][threadIdx.x] = in[i * 256 + threadIdx.x];
    auto token = barrier.arrive();
    barrier.wait(std::move(token));
    sum += s[i % 2][255 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

// The example is one that such a barrier does not exclude.
// CHECK: witness: {{.*}}, first thread = 0, iteration of the loop at line {{[0-9]+}}, second thread = 1
__global__ void oneHalfBad(const float *in, float *out, int n) {
  __shared__ BlockBarrier barrier;
  __shared__ float s[256];
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = in[i * 256 + threadIdx.x];
    auto token = barrier.arrive();
    barrier.wait(std::move(token));
    sum += s[255 - threadIdx.x]; // expect: shared-race
  }
  out[threadIdx.x] = sum;
}
