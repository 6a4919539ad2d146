// SPDX-License-Identifier: Apache-2.0
//
// Transposes a matrix through a padded tile.
// Bug: the barrier stands under the bounds check, so the threads of edge blocks that lie
// outside the matrix never come to it.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int Tile = 32;

__global__ void transpose(const float *in, float *out, int width, int height) {
  __shared__ float tile[Tile][Tile + 1];
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  if (x < width && y < height) {
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
  }
  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  const int width = 500, height = 300;
  std::vector<float> in(width * height), out(width * height);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<float>(i);
  float *deviceIn, *deviceOut;
  cudaMalloc(&deviceIn, sizeof(float) * in.size());
  cudaMalloc(&deviceOut, sizeof(float) * in.size());
  cudaMemcpy(deviceIn, in.data(), sizeof(float) * in.size(), cudaMemcpyHostToDevice);
  dim3 grid((width + Tile - 1) / Tile, (height + Tile - 1) / Tile);
  transpose<<<grid, dim3(Tile, Tile)>>>(deviceIn, deviceOut, width, height);
  cudaMemcpy(out.data(), deviceOut, sizeof(float) * in.size(), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      wrong += out[x * height + y] != in[y * width + x];
  std::printf("%d of %d cells are wrong\n", wrong, width * height);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
