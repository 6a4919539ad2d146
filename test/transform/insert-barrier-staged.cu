// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s | FileCheck %s --match-full-lines --strict-whitespace
// The barrier stands where the tile is complete, not behind the first of its stores.

__global__ void average(const double *in, double *out, int n) {
  __shared__ double s[130];
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) {
    s[threadIdx.x + 1] = in[i];
    if (threadIdx.x == 0 && i > 0)
      s[0] = in[i - 1];
    if (threadIdx.x == 127 && i < n - 1)
      s[129] = in[i + 1];
    if (i > 0 && i < n - 1)
      out[i] = (s[threadIdx.x] + s[threadIdx.x + 2]) / 2;
  }
}

void run(const double *in, double *out, int n) {
  average<<<(n + 127) / 128, 128>>>(in, out, n);
}

// CHECK:      s[129] = in[i + 1];
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (inBounds && i > 0 && i < n - 1)
// CHECK-NEXT:    out[i] = (s[threadIdx.x] + s[threadIdx.x + 2]) / 2;
