// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s --unsafe --source-only \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// A barrier stays between the statements where the programmer put it. Threads past the end fill their
// cells, too, but where they would write a cell that another thread writes.

constexpr int Block = 256;

__global__ void smooth(const float *in, float *out, int n) {
  __shared__ float line[Block + 2];
  int i = blockIdx.x * Block + threadIdx.x;
  if (i < n) {
    line[threadIdx.x + 1] = in[i];
    if (threadIdx.x == 0)
      line[0] = i > 0 ? in[i - 1] : 0.f;
    if (threadIdx.x == Block - 1 || i == n - 1)
      line[threadIdx.x + 2] = i + 1 < n ? in[i + 1] : 0.f;
    __syncthreads(); // the line is complete
    out[i] = line[threadIdx.x] + line[threadIdx.x + 1] + line[threadIdx.x + 2];
  }
}

__global__ void filled(const float *in, float *out, int n) {
  __shared__ float line[Block + 2];
  int i = blockIdx.x * Block + threadIdx.x;
  if (i < n) {
    line[threadIdx.x + 1] = in[i];
    if (threadIdx.x == 0)
      line[0] = i > 0 ? in[i - 1] : 0.f;
    if (threadIdx.x == Block - 1)
      line[threadIdx.x + 2] = i + 1 < n ? in[i + 1] : 0.f;
    __syncthreads(); // the line is complete
    out[i] = line[threadIdx.x] + line[threadIdx.x + 1] + line[threadIdx.x + 2];
  }
}

void run(const float *in, float *out, int n) {
  smooth<<<(n + Block - 1) / Block, Block>>>(in, out, n);
  filled<<<(n + Block - 1) / Block, Block>>>(in, out, n);
}

// CHECK:  const bool inBounds = i < n;
// CHECK-NEXT:  if (inBounds) {
// CHECK-NEXT:    line[threadIdx.x + 1] = in[i];
// CHECK-NEXT:    if (threadIdx.x == 0)
// CHECK-NEXT:      line[0] = i > 0 ? in[i - 1] : 0.f;
// CHECK-NEXT:    if (threadIdx.x == Block - 1 || i == n - 1)
// CHECK-NEXT:      line[threadIdx.x + 2] = i + 1 < n ? in[i + 1] : 0.f;
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads(); // the line is complete
// CHECK-NEXT:  if (inBounds) {
// CHECK-NEXT:    out[i] = line[threadIdx.x] + line[threadIdx.x + 1] + line[threadIdx.x + 2];

// CHECK:  const bool inBounds = i < n;
// CHECK-NEXT:  line[threadIdx.x + 1] = inBounds ? in[i] : 0.0f;
// CHECK-NEXT:  if (threadIdx.x == 0)
// CHECK-NEXT:    line[0] = i > 0 && i - 1 < n ? in[i - 1] : 0.f;
// CHECK-NEXT:  if (threadIdx.x == Block - 1)
// CHECK-NEXT:    line[threadIdx.x + 2] = i + 1 < n ? in[i + 1] : 0.f;
// CHECK-NEXT:  __syncthreads(); // the line is complete
// CHECK-NEXT:  if (inBounds) {
// CHECK-NEXT:    out[i] = line[threadIdx.x] + line[threadIdx.x + 1] + line[threadIdx.x + 2];
