// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// One question for all pairs of slices of an array, one scope at a time: two threads of a block,
// and of different blocks.
// RUN: %cuda-fix --no-repair --no-replay --kernel gridSlicesOk --dump=queries %s | FileCheck %s
// CHECK-COUNT-2: slices in between
// CHECK-NOT: {{^(no|yes|unknown)$}}
#define SLICE(a, k) a[(k) * (gridDim.x * blockDim.x) + i]

__global__ void gridSlicesOk(float *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  SLICE(a, 0) = SLICE(a, 8) + SLICE(a, 9);
  SLICE(a, 1) = SLICE(a, 9) * SLICE(a, 2);
  SLICE(a, 3) = SLICE(a, 0) - SLICE(a, 7);
  SLICE(a, 4) = SLICE(a, 1) * SLICE(a, 3);
  SLICE(a, 8) = SLICE(a, 4) + SLICE(a, 6);
}

// The last slice is one of another thread.
__global__ void neighbourSliceBad(float *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  SLICE(a, 0) = SLICE(a, 8) + SLICE(a, 9);
  SLICE(a, 1) = SLICE(a, 9) * SLICE(a, 2);
  SLICE(a, 3) = SLICE(a, 0) - SLICE(a, 7);
  SLICE(a, 4) = a[3 * gridDim.x * blockDim.x + i + 1]; // expect: global-race inter-block-race
}

// Guards that all places have are kept: without them the slices would meet.
__global__ void guardedSlicesOk(double *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  a[i] = a[i + 4 * n] + a[i + 5 * n];
  a[i + n] = a[i + 2 * n] - a[i + 5 * n];
  a[i + 3 * n] = a[i] * a[i + n];
}

// One element of each slice belongs to the next one.
__global__ void shortSlicesBad(double *a) {
  int i = threadIdx.x;
  a[i] = a[i + 4 * 63] + a[i + 5 * 63];      // expect: global-race
  a[i + 63] = a[i + 2 * 63] - a[i + 5 * 63]; // expect: global-race
  a[i + 3 * 63] = a[i] * a[i + 63];          // expect: global-race
}

void launch(double *a) { shortSlicesBad<<<1, 64>>>(a); }

// Members of a structure: the distance is a constant.
struct Cell {
  float x, y, z, w;
};
__global__ void membersOk(Cell *c) {
  Cell &mine = c[blockIdx.x * blockDim.x + threadIdx.x];
  mine.x = mine.y + mine.z;
  mine.y = mine.z * mine.w;
  mine.z = mine.x - mine.w;
}

__global__ void membersOfTwoBad(float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[3 * i] = c[3 * i + 1] + c[3 * i + 2];
  c[3 * i + 1] = c[3 * i + 2] * 2;
  c[3 * i + 2] = c[3 * i + 3]; // expect: global-race inter-block-race
}
