// SPDX-License-Identifier: Apache-2.0
#define R 3
#define BX 32
#define BY 8

__global__ void columns(float *dst, const float *src, const float *kernel, int width, int height) {
  __shared__ float s[BY + 2 * R][BX];
  int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  for (int r = threadIdx.y; r < BY + 2 * R; r += BY) {
    int from = (int)(blockIdx.y * BY) + r - R;
    s[r][threadIdx.x] = x < width && from >= 0 && from < height ? src[from * width + x] : 0;
  }
  __syncthreads();
  if (x < width && y < height) {
    float sum = 0;
    for (int j = -R; j <= R; ++j)
      sum += kernel[R + j] * s[threadIdx.y + R + j][threadIdx.x];
    dst[y * width + x] = sum;
  }
}

void run(float *dst, const float *src, const float *kernel, int width, int height) {
  columns<<<dim3((width + BX - 1) / BX, (height + BY - 1) / BY), dim3(BX, BY)>>>(dst, src, kernel,
                                                                             width, height);
}
