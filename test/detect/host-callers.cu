// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Only the callers of the function that launches know the sizes.
#include <cstdlib>

__global__ void scaleOk(float *a, int width, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) a[blockIdx.y * pitch + x] *= 2;
}
__global__ void scaleBad(float *a, int width, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) a[blockIdx.y * pitch + x] *= 2; // expect: inter-block-race
}

static int blocks(int n) { return (n + 127) / 128; }
void launchOk(float *a, int width, int height, int pitch) { scaleOk<<<dim3(blocks(width), height), 128>>>(a, width, pitch); }
void launchBad(float *a, int width, int height, int pitch) { scaleBad<<<dim3(blocks(width), height), 128>>>(a, width, pitch); }
void twice(float *a, int n) { launchOk(a, n, n, n); launchOk(a, n / 2, n, n); }

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *a;
  cudaMalloc(&a, n * n * sizeof(float));
  twice(a, n);
  launchBad(a, n, n, n);
  launchBad(a, 256, 8, 200);
  return 0;
}
