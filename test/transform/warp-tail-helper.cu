// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// The function is called by whole warps: the barriers go into it.

template <unsigned Size, typename T>
__device__ void lastWarp(volatile T *s, unsigned tid) {
  if (Size >= 64) s[tid] += s[tid + 32];
  if (Size >= 32) s[tid] += s[tid + 16];
  if (Size >= 16) s[tid] += s[tid + 8];
}

template <unsigned Size, typename T>
__global__ void total(T *out, const T *in) {
  __shared__ T s[Size];
  unsigned tid = threadIdx.x;
  s[tid] = in[blockIdx.x * Size + tid];
  __syncthreads();
  if (tid < 32)
    lastWarp<Size>(s, tid);
  if (tid == 0)
    out[blockIdx.x] = s[0];
}

int main() {
  total<64, float><<<16, 64>>>(nullptr, nullptr);
}

// CHECK:__device__ void lastWarp(volatile T *s, unsigned tid) {
// CHECK-NEXT:  if (Size >= 64) s[tid] += s[tid + 32];
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  if (Size >= 32 && tid < 16) s[tid] += s[tid + 16];
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  if (Size >= 16 && tid < 8) s[tid] += s[tid + 8];
// CHECK-NEXT:}
