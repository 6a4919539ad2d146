// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=bulk-copy --arch sm_90 %s | FileCheck %s
#include <cstdint>

// No barrier after the loop: the copy would not wait for other threads' fences there.
__global__ void copy(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[128];
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.x] = in[i * 128 + threadIdx.x];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out),
                 "r"((uint32_t)__cvta_generic_to_shared(tile)), "r"(512)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}

void launch(const float *in, float *out, int n) { copy<<<1, 128>>>(in, out, n); }

// CHECK: no repair was found
// CHECK-NEXT: no barrier stands between the fence and the copy
