// SPDX-License-Identifier: Apache-2.0
// The largest value of a block and where it stands, found in rounds in global memory.
#include "buffers.h"

__global__ void rounds(int *value, int *place) {
  int *own = value + blockIdx.x * blockDim.x, *at = place + blockIdx.x * blockDim.x;
  at[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (unsigned width = 2; width <= 256; width <<= 1) {
    if ((threadIdx.x & (width - 1)) == 0 && threadIdx.x + width / 2 < blockDim.x) {
      int other = threadIdx.x + width / 2;
      if (own[other] > own[threadIdx.x]) {
        own[threadIdx.x] = own[other];
        at[threadIdx.x] = at[other];
      }
    }
    __syncthreads();
  }
}

int main() {
  const int blocks = 16 * SCALE * SCALE, n = blocks * 256;
  int *value, *place;
  cudaMalloc(&value, n * sizeof(int));
  cudaMalloc(&place, n * sizeof(int));
  fill(value, n);
  rounds<<<blocks, 256>>>(value, place);
  report("value", value, n);
  report("place", place, n);
}
