// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// The function is one warp's: a barrier of the block goes around its call.

__device__ void scanWarp(float *s, int first) {
  float v = s[first + threadIdx.x % 32];
  for (int d = 1; d < 32; d *= 2) {
    float left = __shfl_up_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 >= d)
      v += left;
  }
  s[first + threadIdx.x % 32] = v;
}

__global__ void scan(const float *in, float *out) {
  __shared__ float s[128];
  s[127 - threadIdx.x] = in[threadIdx.x];
  scanWarp(s, threadIdx.x / 32 * 32);
  out[threadIdx.x] = s[127 - threadIdx.x];
}

int main() {
  scan<<<1, 128>>>(nullptr, nullptr);
}

// CHECK:  s[127 - threadIdx.x] = in[threadIdx.x];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  scanWarp(s, threadIdx.x / 32 * 32);
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  out[threadIdx.x] = s[127 - threadIdx.x];
