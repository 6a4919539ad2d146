// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s
// Why a test and store, or a load and a store, do not become one atomic operation.

__global__ void place(const int *v, int n, int *best, int *where) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] < *best) {
    *best = v[i];
    *where = i;
  }
}
// CHECK: line 8: what goes with the stored value would have to change together with it

__global__ void longest(const float *v, int n, float *most, int *changed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] > *most) {
    *most = v[i];
    changed[i] = 1;
  }
}
// CHECK: line 17: no atomic function gives the old value of 'float'

__global__ void grow(int *cells, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int old = cells[i / 2];
    cells[i / 2] = old + i * old;
  }
}
// CHECK: line 27: the old value is loaded in line 26

void run(const int *v, const float *f, int n, int *best, int *where, float *most,
         int *cells) {
  place<<<(n + 255) / 256, 256>>>(v, n, best, where);
  longest<<<(n + 255) / 256, 256>>>(f, n, most, where);
  grow<<<(n + 255) / 256, 256>>>(cells, n);
}
