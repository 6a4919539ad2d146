// SPDX-License-Identifier: Apache-2.0
// REQUIRES: landlock
// RUN: %check-repair transpose-layout %s --checks=performance --unsafe --source-only | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %cuda-fix --run-program %s --checks=performance 2>/dev/null | FileCheck %s --check-prefix=SAYS
// Rows and columns of one length, which all functions see: main sets it before the matrix is
// there. `*(p + index)` is an element like `p[index]`.

#include <cstdio>
#include <cstdlib>

int length;

__global__ void scale(float *m, int length, int column);
__global__ void scale(float *m, int length, int column) {
  if (threadIdx.x + blockIdx.x * blockDim.x >= length - 1 - column)
    return;
  *(m + length * (blockDim.x * blockIdx.x + threadIdx.x + column + 1) + column) /= *(m + length * column + column) + 2;
}

void describe(const char *what) { std::printf("%s of %d\n", what, length); }

void eliminate(float *host) {
  float *m;
  cudaMalloc((void **)&m, length * length * sizeof(float));
  cudaMemcpy(m, host, length * length * sizeof(float), cudaMemcpyHostToDevice);
  for (int column = 0; column < length; ++column)
    scale<<<(length + 255) / 256, 256>>>(m, length, column);
  describe("columns");
  cudaMemcpy(host, m, length * length * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(m);
}

int main() {
  length = 40;
  float *host = (float *)malloc(length * length * sizeof(float));
  for (int i = 0; i < length * length; ++i)
    host[i] = i % 31;
  eliminate(host);
  std::printf("%g %g\n", host[3], host[7 * length + 5]);
}

// SAYS: repair: transpose-layout (suggested, simulated equal): let the columns of 'm' lie one after the other, in every kernel and copy
// SAYS: assuming no file that was not read changes 'length'

// CHECK:int length;
// CHECK-EMPTY:
// CHECK-NEXT:/// Copies a matrix into device memory so that there its columns lie one after the other.
// CHECK:  m[column * length + (blockDim.x * blockIdx.x + threadIdx.x + column + 1)] /= m[column * length + column] + 2;
// CHECK:  copyTransposedToDevice(m, host, length, length);
// CHECK:  copyTransposedToHost(host, m, length, length);
