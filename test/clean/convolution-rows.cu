// SPDX-License-Identifier: Apache-2.0
#define R 8
#define BX 16
#define BY 4
#define STEPS 8

__constant__ float kernel[2 * R + 1];

__global__ void rows(float *dst, const float *src, int pitch) {
  __shared__ float s[BY][(STEPS + 2) * BX];
  int x0 = (blockIdx.x * STEPS - 1) * BX + threadIdx.x;
  int y = blockIdx.y * BY + threadIdx.y;
  src += y * pitch + x0;
  dst += y * pitch + x0;
  for (int i = 1; i < 1 + STEPS; ++i)
    s[threadIdx.y][threadIdx.x + i * BX] = src[i * BX];
  s[threadIdx.y][threadIdx.x] = x0 >= 0 ? src[0] : 0;
  s[threadIdx.y][threadIdx.x + (STEPS + 1) * BX] =
      pitch - x0 > (STEPS + 1) * BX ? src[(STEPS + 1) * BX] : 0;
  __syncthreads();
  for (int i = 1; i < 1 + STEPS; ++i) {
    float sum = 0;
    for (int j = -R; j <= R; ++j)
      sum += kernel[R - j] * s[threadIdx.y][threadIdx.x + i * BX + j];
    dst[i * BX] = sum;
  }
}

void run(float *dst, const float *src, int width, int height) {
  rows<<<dim3(width / (STEPS * BX), height / BY), dim3(BX, BY)>>>(dst, src, width);
}
