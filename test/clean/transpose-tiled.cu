// SPDX-License-Identifier: Apache-2.0
#define DIM 32
#define ROWS 8

__global__ void transpose(const float *in, float *out, int width, int height) {
  __shared__ float tile[DIM][DIM + 1];
  int x = blockIdx.x * DIM + threadIdx.x, y = blockIdx.y * DIM + threadIdx.y;
  for (int j = 0; j < DIM; j += ROWS)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * DIM + threadIdx.x;
  y = blockIdx.x * DIM + threadIdx.y;
  for (int j = 0; j < DIM; j += ROWS)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

void run(const float *in, float *out, int width, int height) {
  dim3 grid((width + DIM - 1) / DIM, (height + DIM - 1) / DIM);
  transpose<<<grid, dim3(DIM, ROWS)>>>(in, out, width, height);
}
