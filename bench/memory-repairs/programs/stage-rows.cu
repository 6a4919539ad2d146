// SPDX-License-Identifier: Apache-2.0
// A transposition in which each thread moves four elements, in a kernel that is chosen at run time.
#include "buffers.h"

#define TILE 32
#define ROWS 8

__global__ void transpose(float *out, float *in, int width, int height) {
  int column = blockIdx.x * TILE + threadIdx.x;
  int row = blockIdx.y * TILE + threadIdx.y;
  int from = column + width * row;
  int to = row + height * column;
  for (int i = 0; i < TILE; i += ROWS)
    out[to + i] = in[from + i * width];
}

__global__ void copy(float *out, float *in, int width, int height) {
  int at = blockIdx.x * TILE + threadIdx.x + (blockIdx.y * TILE + threadIdx.y) * width;
  for (int i = 0; i < TILE; i += ROWS)
    out[at + i * width] = in[at + i * width];
}

int main(int argc, char **argv) {
  const int width = 128 * SCALE, height = 96 * SCALE;
  float *in, *out;
  cudaMalloc(&in, width * height * sizeof(float));
  cudaMalloc(&out, width * height * sizeof(float));
  fill(in, width * height);
  fill(out, width * height);
  void (*kernel)(float *, float *, int, int) = argc > 1 ? &copy : &transpose;
  kernel<<<dim3(width / TILE, height / TILE), dim3(TILE, ROWS)>>>(out, in, width, height);
  report("out", out, width * height);
}
