// SPDX-License-Identifier: Apache-2.0
// Row pass of a separable convolution: the picture's size is a multiple of the tiles.
#include <cassert>
#include <cooperative_groups.h>
#include <cstdlib>
namespace cg = cooperative_groups;
#define RADIUS 8
#define BLOCK_X 16
#define BLOCK_Y 4
#define STEPS 8
#define HALO 1
__constant__ float Kernel[2 * RADIUS + 1];

__global__ void rows(float *dst, const float *src, int imageW, int imageH, int pitch) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ float tile[BLOCK_Y][(STEPS + 2 * HALO) * BLOCK_X];
  const int baseX = (blockIdx.x * STEPS - HALO) * BLOCK_X + threadIdx.x;
  const int baseY = blockIdx.y * BLOCK_Y + threadIdx.y;
  src += baseY * pitch + baseX;
  dst += baseY * pitch + baseX;
#pragma unroll
  for (int i = HALO; i < HALO + STEPS; i++)
    tile[threadIdx.y][threadIdx.x + i * BLOCK_X] = src[i * BLOCK_X];
  for (int i = 0; i < HALO; i++)
    tile[threadIdx.y][threadIdx.x + i * BLOCK_X] = baseX >= -i * BLOCK_X ? src[i * BLOCK_X] : 0;
  for (int i = HALO + STEPS; i < 2 * HALO + STEPS; i++)
    tile[threadIdx.y][threadIdx.x + i * BLOCK_X] = imageW - baseX > i * BLOCK_X ? src[i * BLOCK_X] : 0;
  cg::sync(cta);
  for (int i = HALO; i < HALO + STEPS; i++) {
    float sum = 0;
    for (int j = -RADIUS; j <= RADIUS; j++)
      sum += Kernel[RADIUS - j] * tile[threadIdx.y][threadIdx.x + i * BLOCK_X + j];
    dst[i * BLOCK_X] = sum;
  }
}

extern "C" void convolveRows(float *dst, const float *src, int imageW, int imageH) {
  assert(BLOCK_X * HALO >= RADIUS);
  assert(imageW % (STEPS * BLOCK_X) == 0);
  assert(imageH % BLOCK_Y == 0);
  dim3 blocks(imageW / (STEPS * BLOCK_X), imageH / BLOCK_Y);
  dim3 threads(BLOCK_X, BLOCK_Y);
  rows<<<blocks, threads>>>(dst, src, imageW, imageH, imageW);
}
