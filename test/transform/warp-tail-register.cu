// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// The new value waits in the register that the statement itself sets.

__global__ void total(const float *in, float *out) {
  __shared__ volatile float s[64];
  int tid = threadIdx.x;
  float sum = in[tid];
  s[tid] = sum;
  __syncthreads();
  if (tid >= 32)
    return;
  s[tid] = sum = sum + s[tid + 32];
  s[tid] = sum = sum + s[tid + 16];
  s[tid] = sum += s[tid + 8];
  out[tid] = sum;
}

int main() {
  total<<<1, 64>>>(nullptr, nullptr);
}

// CHECK:  if (tid >= 32)
// CHECK-NEXT:    return;
// CHECK-NEXT:  s[tid] = sum = sum + s[tid + 32];
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  sum = sum + s[tid + 16];
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  s[tid] = sum;
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  sum += s[tid + 8];
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  s[tid] = sum;
// CHECK-NEXT:  out[tid] = sum;
