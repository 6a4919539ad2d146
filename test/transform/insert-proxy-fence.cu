// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-proxy-fence %s --unsafe --source-only --undecided --arch sm_90a | FileCheck %s
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

__device__ uint64_t descriptor(const void *tile) {
  return (shared(tile) & 0x3FFFF) >> 4 | uint64_t(8) << 16 | uint64_t(16) << 32;
}
__global__ void multiply(const uint4 *in, float *out) {
  __shared__ alignas(128) uint4 tile[16];
  float d[4] = {};
  if (threadIdx.x < 16)
    tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %4, %4, %4}, %5, 1, 1, 1, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(threadIdx.x), "l"(descriptor(tile)));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

// Beside another fence, written as that one.
__device__ void fenceAsync() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void copyOut(float *to, const float *from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(shared(from)), "r"(bytes)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
__global__ void second(const float *in, float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = in[threadIdx.x];
  fenceAsync();
  __syncthreads();
  if (threadIdx.x == 0)
    copyOut(out, tile, sizeof(tile));
  __syncthreads();
  tile[threadIdx.x] = in[128 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    copyOut(out + 128, tile, sizeof(tile));
}
__global__ void noBarrier(const float *in, float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = in[threadIdx.x];
  fenceAsync(); // for the copy
  if (threadIdx.x == 0)
    copyOut(out, tile, sizeof(tile));
}

void launch(const float *in, float *out, int n) {
  second<<<1, 128>>>(in, out);
  noBarrier<<<1, 128>>>(in, out);
  copy<<<1, 128>>>(in, out, n);
  multiply<<<1, 128>>>((const uint4 *)in, out);
}

// CHECK:        tile[threadIdx.x] = in[i * 128 + threadIdx.x];
// CHECK-NEXT:   asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
// CHECK-NEXT:   __syncthreads();

// CHECK:        tile[threadIdx.x] = in[threadIdx.x];
// CHECK-NEXT:   asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
// CHECK-NEXT:   __syncthreads();

// CHECK-LABEL: void second(
// CHECK:        tile[threadIdx.x] = in[128 + threadIdx.x];
// CHECK-NEXT:   fenceAsync();
// CHECK-NEXT:   __syncthreads();

// CHECK-LABEL: void noBarrier(
// CHECK:        fenceAsync(); // for the copy
// CHECK-NEXT:   __syncthreads();
