// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

// A pipeline that the block shares, with copies two stages ahead: what is filled next is what the
// turns before have counted. Which stages threads meet at only a run knows.
#define STAGES                                                                                     \
  __shared__ float s[2][256];                                                                      \
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;                       \
  auto block = cg::this_thread_block();                                                            \
  auto pipe = cuda::make_pipeline(block, &state);                                                  \
  float v = 0;

__global__ void inOrderUnknown(const float *in, float *out, int n) {
  STAGES
  for (int c = 0, f = 0; c < n; ++c) {
    for (; f < n && f < c + 2; ++f) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[f % 2], in + f * 256, 1024, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    v += s[c % 2][255 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = v;
}

__global__ void readEarlyBad(const float *in, float *out, int n) {
  STAGES
  for (int c = 0, f = 0; c < n; ++c) {
    for (; f < n && f < c + 2; ++f) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[f % 2], in + f * 256, 1024, pipe); // expect: shared-race
      pipe.producer_commit();
    }
    v += s[c % 2][255 - threadIdx.x];
    pipe.consumer_wait();
    pipe.consumer_release();
  }
  out[threadIdx.x] = v;
}

__global__ void filledEarlyBad(const float *in, float *out, int n) {
  STAGES
  for (int c = 0, f = 0; c < n; ++c) {
    for (; f < n && f < c + 2; ++f) {
      cuda::memcpy_async(block, s[f % 2], in + f * 256, 1024, pipe); // expect: shared-race
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    v += s[c % 2][255 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = v;
}

__global__ void releasedEarlyBad(const float *in, float *out, int n) {
  STAGES
  for (int c = 0, f = 0; c < n; ++c) {
    for (; f < n && f < c + 2; ++f) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[f % 2], in + f * 256, 1024, pipe); // expect: shared-race
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    pipe.consumer_release();
    v += s[c % 2][255 - threadIdx.x];
  }
  out[threadIdx.x] = v;
}

void run(const float *in, float *out, int n) {
  inOrderUnknown<<<1, 256>>>(in, out, n);
  readEarlyBad<<<1, 256>>>(in, out, n);
  filledEarlyBad<<<1, 256>>>(in, out, n);
  releasedEarlyBad<<<1, 256>>>(in, out, n);
}
