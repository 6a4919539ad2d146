// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-modelled-values' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Where a step goes that no term of the model says.

// CHECK: needs [modelled-values] {{.*}} to be free
extern __device__ int next(int);
__global__ void follow(int *out) {
  int i = 0;
  for (int k = 0; k < 9; ++k)
    i = i * 3 + (i >> k);
  // WITHOUT: [[@LINE+1]]:3: error: race on global memory 'out'
  out[threadIdx.x * i + blockIdx.x] = threadIdx.x;
}

// Nor what a function gives whose body is not known, nor what is computed from that.
// CHECK: needs [modelled-values] {{.*}} to be free
extern __device__ float part(float);
__global__ void asked(float *out, const float *in) {
  if (part(*in) * 2 > 1) {
    // WITHOUT: [[@LINE+1]]:5: error: not all threads of a block reach this barrier
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x + 1];
  }
}
