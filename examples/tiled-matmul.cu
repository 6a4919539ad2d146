// SPDX-License-Identifier: Apache-2.0
//
// Square matrix product through tiles in shared memory.
// Bug: nothing keeps a fast warp from loading the next tile while others still read this one.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int Tile = 16;

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[Tile][Tile];
  __shared__ float tileB[Tile][Tile];
  int row = blockIdx.y * Tile + threadIdx.y;
  int col = blockIdx.x * Tile + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += Tile) {
    tileA[threadIdx.y][threadIdx.x] = a[row * n + first + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
  }
  c[row * n + col] = sum;
}

int main() {
  const int n = 512;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i % 7);
    b[i] = static_cast<float>(i % 5);
  }
  float *deviceA, *deviceB, *deviceC;
  const size_t bytes = sizeof(float) * n * n;
  cudaMalloc(&deviceA, bytes);
  cudaMalloc(&deviceB, bytes);
  cudaMalloc(&deviceC, bytes);
  cudaMemcpy(deviceA, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(deviceB, b.data(), bytes, cudaMemcpyHostToDevice);
  multiply<<<dim3(n / Tile, n / Tile), dim3(Tile, Tile)>>>(deviceA, deviceB, deviceC, n);
  cudaMemcpy(c.data(), deviceC, bytes, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; j += 37) {
      float expected = 0;
      for (int k = 0; k < n; ++k)
        expected += a[i * n + k] * b[k * n + j];
      wrong += expected != c[i * n + j];
    }
  std::printf("%d of the checked cells are wrong\n", wrong);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
