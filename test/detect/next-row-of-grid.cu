// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Blocks take rows in turn, in a grid that is as large as there are rows, up to a limit. That one
// row for each block races with nothing excuses no race with the next one.

__device__ void sumOf(float *s) {
  int len = blockDim.x;
  while (len != 1) {
    __syncthreads();
    int skip = (len + 1) >> 1;
    if (threadIdx.x < (len >> 1))
      s[threadIdx.x] += s[threadIdx.x + skip];
    len = skip;
  }
  __syncthreads();
}
__global__ void centreBad(float *out, const float *in, int rows, int cols) {
  extern __shared__ float s[];
  for (int base = 0; base < rows; base += gridDim.x) {
    int row = base + blockIdx.x;
    if (row < rows) {
      s[threadIdx.x] = 0;
      for (int i = threadIdx.x; i < cols; i += blockDim.x)
        s[threadIdx.x] += in[row * cols + i];
      sumOf(s);
      for (int i = threadIdx.x; i < cols; i += blockDim.x)
        out[row * cols + i] = in[row * cols + i] - s[0]; // expect-error: intra-warp-race
    }
  }
}
__global__ void centreOk(float *out, const float *in, int rows, int cols) {
  extern __shared__ float s[];
  for (int base = 0; base < rows; base += gridDim.x) {
    int row = base + blockIdx.x;
    if (row < rows) {
      s[threadIdx.x] = 0;
      for (int i = threadIdx.x; i < cols; i += blockDim.x)
        s[threadIdx.x] += in[row * cols + i];
      sumOf(s);
      for (int i = threadIdx.x; i < cols; i += blockDim.x)
        out[row * cols + i] = in[row * cols + i] - s[0];
      __syncthreads();
    }
  }
}
void run(float *out, const float *in, int rows, int cols) {
  int blocks = rows < 65535 ? rows : 65535, threads = cols < 512 ? cols : 512;
  centreBad<<<blocks, threads, threads * sizeof(float)>>>(out, in, rows, cols);
  centreOk<<<blocks, threads, threads * sizeof(float)>>>(out, in, rows, cols);
}
