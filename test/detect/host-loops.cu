// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The argument is the counter of the loop around the launch.
__global__ void tileOk(float *a, int n, int offset) {
  int x = offset + (blockIdx.x + 1) * 16 + threadIdx.x;
  a[x] = a[offset + threadIdx.x];
}
__global__ void tileBad(float *a, int n, int offset) {
  int x = offset + blockIdx.x * 16 + threadIdx.x;
  a[x] = a[offset + threadIdx.x] + 1; // expect: inter-block-race
}
__global__ void strideOk(float *a, int step) { a[threadIdx.x * step] = blockDim.x; }
__global__ void strideBad(float *a, int step) { a[threadIdx.x * step] = threadIdx.x; } // expect: global-race

// What grows in some iterations never becomes smaller than it was at first.
__global__ void growsOk(float *a, int step) { a[threadIdx.x * step] = threadIdx.x; }
__global__ void shrinksBad(float *a, int step) { a[threadIdx.x * step] = threadIdx.x; } // expect: global-race

void run(float *a, int n) {
  for (int i = 0; i < n - 16; i += 16) {
    tileOk<<<(n - i) / 16 - 1, 16>>>(a, n, i);
    tileBad<<<(n - i) / 16, 16>>>(a, n, i);
  }
  for (int s = 1; s < n; s *= 2)
    strideOk<<<1, 256>>>(a, s);
  for (int s = 4; s >= 0; --s)
    strideBad<<<1, 256>>>(a, s);
  int step = 1, down = 4;
  for (int left = n; left != 0;) {
    growsOk<<<1, 256>>>(a, step);
    shrinksBad<<<1, 256>>>(a, down);
    if (left == 1) {
      left = 0;
    } else {
      left = (left + 255) / 256;
      step = step * 256;
      down = down - 1;
    }
  }
}
