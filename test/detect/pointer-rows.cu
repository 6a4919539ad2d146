// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Each thread keeps pointers to its rows in an array, and a loop walks the array.

template <int Rows>
__global__ void fillOk(int height, int width, float *out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * Rows;
  float *row[Rows];
#pragma unroll
  for (int i = 0; i < Rows; i++)
    row[i] = out + (y + i) * width;
  for (int at = x; at < width; at += gridDim.x * blockDim.x)
#pragma unroll
    for (int i = 0; i < Rows; i++)
      if (y + i < height)
        row[i][at] = i;
}

template <int Rows>
__global__ void fillBad(int height, int width, float *out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * Rows;
  float *row[Rows + 1];
#pragma unroll
  for (int i = 0; i <= Rows; i++)
    row[i] = out + (y + i) * width;
  for (int at = x; at < width; at += gridDim.x * blockDim.x)
#pragma unroll
    for (int i = 0; i <= Rows; i++) // the last row is the next block's first one
      if (y + i < height)
        row[i][at] = i; // expect: inter-block-race
}

void run(int height, int width, float *out) {
  dim3 grid((width + 255) / 256, (height + 3) / 4);
  fillOk<4><<<grid, 256>>>(height, width, out);
  fillBad<4><<<grid, 256>>>(height, width, out);
}
