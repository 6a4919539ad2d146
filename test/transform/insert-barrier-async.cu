// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
#include <cuda_pipeline.h>

// Behind the wait: a barrier in front of it would order nothing of the copies.
__global__ void tiles(const float *in, float *out, int n) {
  __shared__ float s[2][128];
  __pipeline_memcpy_async(&s[0][threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < n; k++) {
    if (k + 1 < n)
      __pipeline_memcpy_async(&s[(k + 1) % 2][threadIdx.x], &in[(k + 1) * 128 + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    sum += s[k % 2][127 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

void launch(const float *in, float *out, int n) { tiles<<<1, 128>>>(in, out, n); }

// CHECK:    __pipeline_wait_prior(1);
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    sum += s[k % 2][127 - threadIdx.x];
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:  }
