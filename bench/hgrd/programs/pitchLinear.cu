// SPDX-License-Identifier: Apache-2.0
// A picture shifted in memory whose rows are pitched.
#include <cstdlib>
#define TILE 16

__global__ void shift(float *odata, const float *idata, int pitch, int width, int height, int dx, int dy) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  odata[y * pitch + x] = idata[(y + dy) % height * pitch + (x + dx) % width];
}

int main(int argc, char **argv) {
  const int nx = atoi(argv[1]), ny = atoi(argv[2]);
  float *idata, *odata;
  size_t pitchBytes;
  cudaMallocPitch((void **)&idata, &pitchBytes, nx * sizeof(float), ny);
  cudaMallocPitch((void **)&odata, &pitchBytes, nx * sizeof(float), ny);
  dim3 grid(nx / TILE, ny / TILE), block(TILE, TILE);
  for (int i = 0; i < 100; i++)
    shift<<<grid, block>>>(odata, idata, (int)(pitchBytes / sizeof(float)), nx, ny, 64, 64);
  cudaDeviceSynchronize();
  return 0;
}
