// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair publish-init %s --unsafe --source-only --undecided --arch sm_90 | FileCheck %s
#include <cuda/barrier>

__global__ void meet(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[128];
  if (threadIdx.x == 0)
    init(&bar, 128);
  s[threadIdx.x] = in[threadIdx.x];
  bar.arrive_and_wait();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

void launch(const int *in, int *out) { meet<<<1, 128>>>(in, out); }

// CHECK:        init(&bar, 128);
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT:   s[threadIdx.x] =
