// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair guard-early-return %s --source-only | FileCheck %s --match-full-lines --strict-whitespace
// The last thread fills the cell of its neighbour that returns: what is read is there, and the tile
// need not be filled by all threads.

__global__ void slope(const float *in, float *out, int n) {
  __shared__ float tile[130];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  if (i >= n)
    return;
  tile[t + 1] = in[i];
  if (t == 0)
    tile[0] = i > 0 ? in[i - 1] : in[0];
  if (t == 127 || i == n - 1)
    tile[t + 2] = i + 1 < n ? in[i + 1] : in[n - 1];
  __syncthreads();
  out[i] = tile[t + 2] - tile[t];
}

void run(const float *in, float *out, int n) {
  slope<<<(n + 127) / 128, 128>>>(in, out, n);
}

// CHECK:  if (i < n) {
// CHECK-NEXT:    tile[t + 1] = in[i];
// CHECK-NEXT:    if (t == 0)
// CHECK-NEXT:      tile[0] = i > 0 ? in[i - 1] : in[0];
// CHECK-NEXT:    if (t == 127 || i == n - 1)
// CHECK-NEXT:      tile[t + 2] = i + 1 < n ? in[i + 1] : in[n - 1];
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads();
