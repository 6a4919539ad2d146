// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix explain-launch scaled %s | FileCheck %s
// A variable of host code that is called like a parameter and has another value.

// CHECK: n == host n * 1024
// CHECK: 5 < host n
// CHECK-NOT: host m
__global__ void scaled(int n, int m, int *out) { out[(blockIdx.x * 256 + threadIdx.x) % n] = m; }

void run(int n, int m, int *out) {
  if (n > 5 && m > 3)
    scaled<<<2, 256>>>(n * 1024, m, out);
}

// Members are named with their object; what guards a static variable has no name of a programmer.
// RUN: %cuda-fix explain-launch filled %s | FileCheck %s --check-prefix=MEMBER
// MEMBER: rows == this->columns * gridDim.x
// MEMBER-NOT: guard variable
__global__ void filled(int rows, int limit, int *out) {
  for (int i = threadIdx.x; i < rows; i += limit)
    out[i] = limit;
}
struct Settings {
  int limit;
  Settings();
};
struct Matrix {
  int *data;
  int columns, rows;
  void fill() {
    static Settings settings;
    if (columns > 3)
      filled<<<rows, 256>>>(rows * columns, settings.limit, data);
  }
};
void fill(Matrix &m) { m.fill(); }
