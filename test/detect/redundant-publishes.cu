// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Behind the barrier a flag tells other blocks that the whole block has written.
__global__ void flagBehindBarrierOk(int *data, int *flags) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(&flags[blockIdx.x], 1);
}
