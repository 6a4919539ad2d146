// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s
//
// Each of two barriers of one loop can be weakened, with or without the other.
__global__ void tiles(const float *in, float *out, int n) {
  __shared__ float s[32];
  float sum = 0;
  for (int k = 0; k < n; k++) {
    s[threadIdx.x] = in[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; i++)
      sum += s[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

void launch(const float *in, float *out, int n) { tiles<<<1, 32>>>(in, out, n); }

// CHECK: repair: weaken-barrier (conditional, simulated equal): replace the barrier in line 10
// CHECK: repair: weaken-barrier (conditional, simulated equal): replace the barrier in line 13

// What both stand on is said once, also in a file whose lines end with two characters.
// RUN: not %cuda-fix --checks=synchronization --diff --unsafe --allow-dirty %s | FileCheck %s --check-prefix=DIFF
// RUN: sed 's/$/\r/' %s > %t.cu
// RUN: not %cuda-fix --checks=synchronization --diff --unsafe --allow-dirty %t.cu | FileCheck %s --check-prefix=DIFF
// DIFF: __global__ void tiles
// DIFF-NEXT: +  // The barriers of this kernel are placed for blockDim.x == 32.
// DIFF-NEXT: __shared__
// DIFF: +    __syncwarp();
// DIFF: +    __syncwarp();
