// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix explain-launch firstBad %s | FileCheck %s
//
// A table of kernels that another function gets: it may launch them in any way.

typedef void (*Kernel)(int *);

__global__ void firstBad(int *p) { p[threadIdx.x] = blockIdx.x; }
__global__ void secondOk(int *p) { p[threadIdx.x] = 2; }

extern void runAll(Kernel *table, int n);

int main() {
  int *p;
  cudaMalloc(&p, 4096);
  Kernel table[] = {firstBad, secondOk};
  table[0]<<<1, 32>>>(p);
  runAll(table, 2);
}

// CHECK: launch at {{.*}}host-table-passed.cu:17
// CHECK: a launch that is not seen
