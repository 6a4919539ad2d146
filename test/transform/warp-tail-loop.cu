// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace

__global__ void total(const float *in, float *out) {
  __shared__ volatile float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  if (tid < 32) {
#pragma unroll
    for (int k = 32; k > 0; k >>= 1)
      s[tid] += s[tid + k];
    out[tid] = s[0];
  }
}

int main() {
  total<<<1, 64>>>(nullptr, nullptr);
}

// CHECK:  if (tid < 32) {
// CHECK-NEXT:#pragma unroll
// CHECK-NEXT:    for (int k = 32; k > 0; k >>= 1) {
// CHECK-NEXT:      __syncwarp();
// CHECK-NEXT:      float sum = s[tid] + s[tid + k];
// CHECK-NEXT:      __syncwarp();
// CHECK-NEXT:      s[tid] = sum;
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncwarp();
// CHECK-NEXT:    out[tid] = s[0];
// CHECK-NEXT:  }
// CHECK-NEXT:}
