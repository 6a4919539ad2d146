// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair complete-copy %s --unsafe --source-only --undecided --arch sm_90 | FileCheck %s
#include <cstdint>
#include <cuda/ptx>

__device__ uint32_t shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void copyOut(float *to, const float *from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(shared(from)), "r"(bytes)
               : "memory");
}
__device__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ void waitRead() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }

__global__ void notWaited(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[128];
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.x] = in[i * 128 + threadIdx.x];
    fence();
    __syncthreads();
    if (threadIdx.x == 0) {
      copyOut(out + i * 128, tile, sizeof(tile));
      commit(); // a group
    }
    __syncthreads();
  }
}
__global__ void notCommitted(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, sizeof(tile));
    waitRead();
  }
}
__global__ void neither(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, sizeof(tile));
  }
}

__global__ void asWritten(float *out) {
  __shared__ alignas(128) float tile[128];
  tile[threadIdx.x] = threadIdx.x;
  fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, out, tile, sizeof(tile));
    cuda::ptx::cp_async_bulk_commit_group();
  }
}

void launch(const float *in, float *out, int n) {
  asWritten<<<1, 128>>>(out);
  notWaited<<<1, 128>>>(in, out, n);
  notCommitted<<<1, 128>>>(out);
  neither<<<1, 128>>>(out);
}

// CHECK-LABEL: void notWaited(
// CHECK:           commit(); // a group
// CHECK-NEXT:      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
// CHECK-LABEL: void notCommitted(
// CHECK:           copyOut(out, tile, sizeof(tile));
// CHECK-NEXT:      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
// CHECK-NEXT:      waitRead();
// CHECK-LABEL: void neither(
// CHECK:           copyOut(out, tile, sizeof(tile));
// CHECK-NEXT:      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
// CHECK-NEXT:      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
// CHECK-LABEL: void asWritten(
// CHECK:           cuda::ptx::cp_async_bulk_commit_group();
// CHECK-NEXT:      cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>());
