// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair interchange-loop %s --checks=performance --unsafe --source-only | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %cuda-fix %s --checks=performance 2>/dev/null | FileCheck %s --check-prefix=SAYS

__global__ void scale(const float *in, const float *by, float *out, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x; // of the matrix
  if (row >= rows)
    return;
  float factor = by[row]; // of the row
  // from left to right
  for (int col = 0; col < cols; ++col) {
    float x = in[row * cols + col];
    out[row * cols + col] = factor * x;
  }
}

__global__ void planes(float *a, int n) {
  int row = threadIdx.x;
  if (row > 0 && row < n)
    for (int z = 0; z < 4; ++z)
      for (int col = 1; col < n; ++col)
        a[(z * n + row) * n + col] *= 2;
}

void run(const float *in, const float *by, float *out, int rows, int cols) {
  scale<<<(rows + 255) / 256, 256>>>(in, by, out, rows, cols);
  planes<<<1, 128>>>(out, cols);
}

// SAYS: repair: interchange-loop (suggested, simulated equal): give each thread a column, and let it loop over the rows
// SAYS: assuming 'n' is large enough to give most threads a column
// SAYS: price: sectors {{[0-9]+ -> [0-9]+}}
// SAYS: assuming 'cols' is large enough to give most threads a column
// SAYS: assuming no file that was not read launches 'scale'

// CHECK:__global__ void scale(const float *in, const float *by, float *out, int rows, int cols) {
// CHECK-NEXT:  // of the matrix
// CHECK-NEXT:  // from left to right
// CHECK-NEXT:  for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < cols; col += gridDim.x * blockDim.x)
// CHECK-NEXT:    for (int row = 0; row < rows; ++row) {
// CHECK-NEXT:      float factor = by[row]; // of the row
// CHECK-NEXT:      float x = in[row * cols + col];
// CHECK-NEXT:      out[row * cols + col] = factor * x;
// CHECK-NEXT:    }
// CHECK-NEXT:}
// CHECK:__global__ void planes(float *a, int n) {
// CHECK-NEXT:  for (int col = 1 + static_cast<int>(threadIdx.x); col < n; col += blockDim.x)
// CHECK-NEXT:    for (int row = 0; row < n && row < static_cast<int>(blockDim.x); ++row) {
// CHECK-NEXT:      if (row > 0)
// CHECK-NEXT:        for (int z = 0; z < 4; ++z)
// CHECK-NEXT:          a[(z * n + row) * n + col] *= 2;
// CHECK-NEXT:    }
// CHECK-NEXT:}
