// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 16,16

__global__ void copyTransposedOk(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n)
    out[x * n + y] = in[y * n + x];
}

__global__ void transposeInPlaceBad(float *a, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n)
    a[x * n + y] = a[y * n + x]; // expect: global-race inter-block-race
}

__global__ void swapAboveDiagonalOk(float *a, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < x) {
    float t = a[x * n + y];
    a[x * n + y] = a[y * n + x];
    a[y * n + x] = t;
  }
}
