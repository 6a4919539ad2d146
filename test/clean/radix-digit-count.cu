// SPDX-License-Identifier: Apache-2.0
__global__ void countDigits(const unsigned *keys, unsigned *counts, int shift, int n) {
  __shared__ unsigned local[16];
  if (threadIdx.x < 16)
    local[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&local[(keys[i] >> shift) & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16)
    counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

void run(const unsigned *keys, unsigned *counts, int n) {
  for (int shift = 0; shift < 32; shift += 4)
    countDigits<<<(n + 255) / 256, 256>>>(keys, counts, shift, n);
}
