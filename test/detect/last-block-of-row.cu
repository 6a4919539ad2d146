// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// A counter for each row of blocks: the last one of a row reads what that row has written.
__global__ void rowSumsOk(int *count, int *partial, const int *in, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.y * gridDim.x + blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicAdd(&count[blockIdx.y], 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int k = 0; k < gridDim.x; ++k)
      sum += partial[blockIdx.y * gridDim.x + k];
    out[blockIdx.y] = sum;
  }
}

// It does not wait for the last block of its row.
__global__ void rowSumsBad(int *count, int *partial, const int *in, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.y * gridDim.x + blockIdx.x] = in[blockIdx.x]; // expect: inter-block-race
    __threadfence();
    last = atomicAdd(&count[blockIdx.y], 1) == gridDim.x / 2;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int k = 0; k < gridDim.x; ++k)
      sum += partial[blockIdx.y * gridDim.x + k];
    out[blockIdx.y] = sum;
  }
}
