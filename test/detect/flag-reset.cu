// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 128
//
// A flag of the block that every thread clears, and one sets: whoever comes first, all find it
// clear until the next barrier.

__global__ void searchOk(int *place, const float *data, int rows, int cols) {
  __shared__ bool found;
  __shared__ float part[128];
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    __syncthreads(); // allow: redundant-barrier
    found = false; // expect-note: benign-race
    for (int first = 0; first < cols && !found; first += blockDim.x) {
      int col = first + threadIdx.x;
      part[threadIdx.x] = col < cols ? data[row * cols + col] : 0;
      __syncthreads();
      if (threadIdx.x == 0 && part[0] + part[127] > 1) {
        place[row] = first;
        found = true;
      }
      __syncthreads();
    }
  }
}

// One thread clears it for all: others may find it set.
__global__ void clearedByOneBad(int *place, const float *data, int rows, int cols) {
  __shared__ bool found;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    __syncthreads();
    if (threadIdx.x == 0)
      found = false; // expect: shared-race
    for (int first = 0; first < cols && !found; first += blockDim.x) {
      __syncthreads(); // expect: barrier-divergence
      if (threadIdx.x == 0 && data[row * cols + first] > 1) {
        place[row] = first;
        found = true;
      }
      __syncthreads();
    }
  }
}
