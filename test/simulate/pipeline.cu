// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 4 --block 64
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
using State = cuda::pipeline_shared_state<cuda::thread_scope_block, 2>;

__global__ void twoStagesOk(const int *in, int *out) {
  __shared__ int s[2][64];
  __shared__ State state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int next = 0, i = 0; i < 4; ++i) {
    for (; next < 4 && next < i + 2; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[next % 2], in + next * 64, sizeof(int) * 64, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[(blockIdx.x * 4 + i) * 64 + threadIdx.x] = s[i % 2][63 - threadIdx.x];
    pipe.consumer_release();
  }
}

// The first warp loads, the other one computes.
__global__ void rolesOk(const int *in, int *out) {
  __shared__ int s[2][32];
  __shared__ State state;
  auto block = cg::this_thread_block();
  auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  for (int i = 0; i < 4; ++i)
    if (role == cuda::pipeline_role::producer) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[i % 2][threadIdx.x], in + i * 32 + threadIdx.x, sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      out[(blockIdx.x * 4 + i) * 32 + threadIdx.x - 32] = s[i % 2][63 - threadIdx.x];
      pipe.consumer_release();
    }
}

__global__ void noAcquireBad(const int *in, int *out) {
  __shared__ int s[64];
  __shared__ State state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int i = 0; i < 4; ++i) {
    cuda::memcpy_async(block, s, in + i * 64, sizeof(int) * 64, pipe); // expect-error: shared-race
    pipe.producer_commit();
    pipe.consumer_wait();
    out[(blockIdx.x * 4 + i) * 64 + threadIdx.x] = s[63 - threadIdx.x];
  }
}
