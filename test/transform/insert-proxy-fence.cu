// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-proxy-fence %s --unsafe --source-only --undecided --arch sm_90 | FileCheck %s
#include <cstdint>

__device__ uint32_t shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__global__ void copy(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[128];
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.x] = in[i * 128 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + i * 128),
                   "r"(shared(tile)), "r"(512)
                   : "memory");
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
}

void launch(const float *in, float *out, int n) { copy<<<1, 128>>>(in, out, n); }

// CHECK:        tile[threadIdx.x] = in[i * 128 + threadIdx.x];
// CHECK-NEXT:   asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
// CHECK-NEXT:   __syncthreads();
