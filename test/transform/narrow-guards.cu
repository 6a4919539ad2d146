// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// Half of the lanes compute what nobody reads: they are kept away, in all instances of the
// function, and no statement is cut in two.

template <unsigned Size>
__device__ void lastWarp(volatile float *s, unsigned tid) {
  if (Size >= 64) s[tid] += s[tid + 32];
  if (Size >= 32) s[tid] += s[tid + 16];
  if (Size >= 16) s[tid] += s[tid + 8];
}

template <unsigned Size>
__global__ void total(const float *in, float *out) {
  extern __shared__ float s[];
  unsigned tid = threadIdx.x;
  s[tid] = in[blockIdx.x * Size + tid];
  __syncthreads();
  if (Size >= 128) {
    if (tid < 64)
      s[tid] += s[tid + 64];
    __syncthreads();
  }
  if (tid < 32)
    lastWarp<Size>(s, tid);
  if (tid < 8)
    out[blockIdx.x * 8 + tid] = s[tid];
}

// The cells of the other lanes are read.
__global__ void both(const int *in, int *out) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * 64 + tid];
  __syncthreads();
  if (tid < 32) {
    s[tid] += s[tid + 16];
    out[blockIdx.x * 32 + tid] = s[tid];
  }
}

void run(const float *in, float *out, const int *a, int *b) {
  total<128><<<64, 128, 512>>>(in, out);
  total<64><<<64, 64, 256>>>(in, out);
  both<<<64, 64>>>(a, b);
}

// CHECK:  if (Size >= 64) s[tid] += s[tid + 32];
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  if (Size >= 32 && tid < 16) s[tid] += s[tid + 16];
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  if (Size >= 16 && tid < 8) s[tid] += s[tid + 8];
// CHECK-NEXT:}
// CHECK:  if (tid < 32) {
// CHECK-NEXT:    int sum = s[tid] + s[tid + 16];
// CHECK-NEXT:    __syncwarp();
// CHECK-NEXT:    s[tid] = sum;
// CHECK-NEXT:    out[blockIdx.x * 32 + tid] = s[tid];
// CHECK-NEXT:  }
