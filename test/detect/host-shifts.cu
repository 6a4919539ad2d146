// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: %cuda-fix %s --no-repair --checks=synchronization --format=json=- 2>/dev/null | FileCheck %s
// A shift that host code searches for says nothing of the sizes it starts from.
struct Divisor {
  Divisor(int x) {
    d = x == 0 ? 1 : x;
    for (shift = 0;; ++shift)
      if ((1u << shift) >= d)
        break;
  }
  unsigned d, shift;
};

__global__ void copyOk(const float *in, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

__global__ void spreadOk(const float *in, float *out, int n, Divisor by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i >> by.shift];
}

// CHECK: "name": "copyOk"
// CHECK: "facts": [
// CHECK-NOT: <<
// CHECK: ]
// CHECK: "race": "free"
void run(const float *in, float *out, int rows, int cols) {
  if (cols == 0)
    return;
  const int n = rows * cols;
  Divisor by(cols);
  if (rows > 1)
    copyOk<<<(n + 255) / 256, 256>>>(in, out, n);
  else
    spreadOk<<<(n + 255) / 256, 256>>>(in, out, n, by);
}
