// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Many arms of host code set one side of a block; the other sides keep what they were made with.
__global__ void rowsOk(float *data, int n) {
  __shared__ float top;
  float v = threadIdx.x < n ? data[blockIdx.x * n + threadIdx.x] : 0.f;
  if (threadIdx.x == 0)
    top = v;
  __syncthreads();
  if (threadIdx.x < n)
    data[blockIdx.x * n + threadIdx.x] = v / top;
}
__global__ void planesBad(float *data, int n) {
  __shared__ float top;
  float v = threadIdx.x < n ? data[blockIdx.x * n + threadIdx.x] : 0.f;
  if (threadIdx.x == 0 && threadIdx.y == 0)
    top = v;
  __syncthreads();
  if (threadIdx.x < n)
    data[blockIdx.x * n + threadIdx.x] = v / top + threadIdx.y; // expect: global-race
}
#define BLOCK_BY_SIZE                                                                              \
  if (n <= 32) block.x = 32;                                                                       \
  else if (n > 32 && n <= 64) block.x = 64;                                                        \
  else if (n > 64 && n <= 96) block.x = 96;                                                        \
  else if (n > 96 && n <= 128) block.x = 128;                                                      \
  else if (n > 128 && n <= 192) block.x = 192;                                                     \
  else if (n > 192 && n <= 256) block.x = 256;                                                     \
  else if (n > 256 && n <= 384) block.x = 384;                                                     \
  else block.x = 512;
void one(float *data, int rows, int n) {
  dim3 grid, block;
  BLOCK_BY_SIZE
  grid.x = rows;
  rowsOk<<<grid, block>>>(data, n);
}
void two(float *data, int rows, int n) {
  dim3 grid, block;
  BLOCK_BY_SIZE
  block.y = 2;
  grid.x = rows;
  planesBad<<<grid, block>>>(data, n);
}
