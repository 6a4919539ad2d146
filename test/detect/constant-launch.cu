// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The launch fixes the block: the same kernel is right with 32 threads and wrong with 64.
__global__ void smallBlockOk(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void largeBlockBad(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x]; // expect: shared-race
  __syncwarp();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

void run(int *out) {
  smallBlockOk<<<1, 32>>>(out);
  largeBlockBad<<<1, dim3(64)>>>(out);
}
