// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --checks=synchronization 2>&1 | FileCheck %s
// RUN: %cuda-fix explain-launch rowsOk %s | FileCheck %s --check-prefix=ROWS
// RUN: %cuda-fix explain-launch columnsOk %s | FileCheck %s --check-prefix=COLUMNS
// RUN: %cuda-fix explain-launch wideOk %s | FileCheck %s --check-prefix=WIDE
// RUN: %cuda-fix explain-launch tallOk %s | FileCheck %s --check-prefix=TALL
// RUN: %cuda-fix explain-launch oneOk %s | FileCheck %s --check-prefix=ONE
// RUN: %cuda-fix explain-launch otherOk %s | FileCheck %s --check-prefix=ONE

#include <array>
#include <cmath>
#include <cstdio>

constexpr int side = 64, part = 8;

// Kernels and their dimensions that a loop picks from arrays, which another function fills.

__global__ void rowsOk(int *p) {
  p[(blockIdx.y * side + blockIdx.x * part + threadIdx.y) * side + threadIdx.x] = 1;
}
__global__ void columnsOk(int *p) {
  p[(blockIdx.y * side + threadIdx.y) * side + blockIdx.x * part + threadIdx.x] = 2;
}
dim3 grid[2], block[2];

void choose() {
  grid[0] = dim3(side / part, side, 1);
  block[0] = dim3(side, part, 1);
  grid[1] = dim3(side / part, side, 1);
  block[1] = dim3(part, side, 1);
}

void both(int *p) {
  void (*kernel[2])(int *);
  kernel[0] = rowsOk;
  kernel[1] = columnsOk;
  for (int i = 0; i < 2; i++) {
    std::printf("%f\n", std::sin(i * 0.5));
    kernel[i]<<<grid[i], block[i]>>>(p);
  }
}

// ROWS: launch at {{.*}}host-picked-kernels.cu:[[#LINE:]]
// ROWS-NEXT: grid (8, 64, 1), block (64, 8, 1)
// ROWS-NOT: launch
// COLUMNS: launch at {{.*}}host-picked-kernels.cu:[[#LINE:]]
// COLUMNS-NEXT: grid (8, 64, 1), block (8, 64, 1)
// COLUMNS-NOT: launch

// Structures that hold a kernel beside its block.

__global__ void wideOk(int *p, int n) { p[blockIdx.x * 128 + threadIdx.x] = n; }
__global__ void tallOk(int *p, int n) { p[blockIdx.x * 32 + threadIdx.x] = n; }

struct Way {
  const char *name;
  void (*kernel)(int *, int);
  int threads;
};

void ways(int *p) {
  std::array<Way, 2> all = {{{"wide", &wideOk, 128}, {"tall", &tallOk, 32}}};
  for (const Way &way : all) {
    std::printf("%s\n", way.name);
    way.kernel<<<8, way.threads>>>(p, 1024);
  }
}

// WIDE: launch at
// WIDE-NEXT: grid (8, 1, 1), block (128, 1, 1)
// WIDE-NOT: launch
// TALL: launch at
// TALL-NEXT: grid (8, 1, 1), block (32, 1, 1)
// TALL-NOT: launch

// A number that is not known picks.

__global__ void oneOk(int *p) { p[blockIdx.x * 32 + threadIdx.x] = 1; }
__global__ void otherOk(int *p) { p[blockIdx.x * 32 + threadIdx.x] = 2; }
typedef void (*Kernel)(int *);
const Kernel table[] = {oneOk, otherOk};

// ONE: launch at
// ONE-NEXT: grid (4, 1, 1), block (32, 1, 1)
// ONE-NOT: launch

int main(int argc, char **argv) {
  int *p;
  cudaMalloc(&p, side * side * side * sizeof(int));
  choose();
  both(p);
  ways(p);
  table[argc & 1]<<<4, 32>>>(p);
}

// CHECK: 0 errors, 0 warnings in 1 file; 6 kernels
