// SPDX-License-Identifier: Apache-2.0
// Products of two square matrices: tiles in shared memory, the first tile stored transposed,
// and neither tiles nor registers.

constexpr int Tile = 32;

__global__ void matMul(const float *a, const float *b, float *c, int n) {
  __shared__ float left[Tile][Tile], right[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  float sum = 0;
  for (int first = 0; first < n; first += Tile) {
    left[y][x] = a[row * n + first + x];
    right[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      sum += left[y][k] * right[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void matMulTrans(const float *a, const float *b, float *c, int n) {
  __shared__ float left[Tile][Tile], right[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  float sum = 0;
  for (int first = 0; first < n; first += Tile) {
    left[x][y] = a[row * n + first + x];
    right[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      sum += left[k][y] * right[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void matMulBad(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * Tile + threadIdx.y, column = blockIdx.x * Tile + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    float factor = b[k * n + column];
    if (factor > 0.5f)
      factor = sqrtf(factor - 0.5f);
    c[row * n + column] += a[row * n + k] * factor;
  }
}
