// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// Warps have 32 threads and blocks at most 1024, whichever device is asked.

__global__ void rowsOk(float *out, const float *in, int rows, int cols) {
  int warps = blockDim.x / warpSize;
  int row = blockIdx.x * warps + threadIdx.x / warpSize;
  if (row < rows)
    for (int i = threadIdx.x % warpSize; i < cols; i += warpSize)
      out[row * cols + i] = in[row * cols + i] + 1;
}

__global__ void fullOk(int *out) {
  __shared__ int last[1024];
  last[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[1023 - threadIdx.x] = last[threadIdx.x];
}

// Half a warp more than whole ones.
__global__ void looseBad(float *out, const float *in, int rows, int cols) {
  int warps = blockDim.x / warpSize;
  int row = blockIdx.x * warps + threadIdx.x / warpSize;
  if (row < rows)
    for (int i = threadIdx.x % warpSize; i < cols; i += warpSize)
      out[row * cols + i] = in[row * cols + i] + threadIdx.x; // expect: inter-block-race
}

void launches(float *out, const float *in, int *all, int rows) {
  cudaDeviceProp props;
  cudaGetDeviceProperties(&props, 0);
  int lanes = 0, most = 0;
  cudaDeviceGetAttribute(&lanes, cudaDevAttrWarpSize, 0);
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerBlock, 0);
  rowsOk<<<64, 4 * props.warpSize>>>(out, in, rows, 100);
  fullOk<<<1, most>>>(all);
  fullOk<<<1, props.maxThreadsPerBlock>>>(all);
  looseBad<<<64, lanes + 16>>>(out, in, rows, 100);
}
