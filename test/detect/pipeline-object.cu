// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

// What may be ordered by a pipeline that threads share is no error.
__global__ void sharedUnknown(const int *in, int *out, int n) {
  __shared__ int s[2][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  pipe.producer_acquire();
  cuda::memcpy_async(block, s[0], in, sizeof(int) * 256, pipe);
  pipe.producer_commit();
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[(i + 1) % 2], in + (i + 1) * 256, sizeof(int) * 256, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[i * 256 + threadIdx.x] = s[i % 2][255 - threadIdx.x];
    pipe.consumer_release();
  }
}

// A pipeline of one thread orders what that thread copied, nothing else.
__global__ void ownBad(const int *in, int *out) {
  __shared__ int s[256];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe); // expect: shared-race
  pipe.producer_commit();
  pipe.consumer_wait();
  out[threadIdx.x] = s[255 - threadIdx.x];
  pipe.consumer_release();
}
