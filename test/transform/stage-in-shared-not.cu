// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=performance 2>/dev/null | FileCheck %s --implicit-check-not="stage-in-shared (suggested"
// No barrier where some threads are missing, and no exchange of what does not follow from the
// thread's index.

// CHECK-DAG: stage-in-shared: some threads leave the kernel early
__global__ void early(const float *in, float *out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x >= n || y >= n)
    return;
  out[x * n + y] = in[y * n + x];
}

// CHECK-DAG: stage-in-shared: 'x' changes
__global__ void moved(const float *in, float *out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  x += 1;
  out[x * n + y] = in[y * n + x];
}

// CHECK-DAG: stage-in-shared: the loop around the access does not go over the rows of a tile
__global__ void repeated(const float *in, float *out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < n; ++k)
    out[(x * n + y) * n + k] = in[(y * n + x) * n + k];
}

// CHECK-DAG: stage-in-shared: blocks are not square, and the same in every launch
__global__ void twoSizes(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}

// CHECK-DAG: stage-in-shared: the place is not proved to follow from the row of the tile
__global__ void twice(const float *in, float *out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    out[x * n + y + 2 * i] = in[y * n + x];
}

// CHECK-DAG: stage-in-shared: the loop accesses the array elsewhere, too
__global__ void itself(float *out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    out[x * n + y + i] = out[n * n + y * n + x];
}

void run(float *a, float *b, int n) {
  early<<<dim3(8, 8), dim3(32, 32)>>>(a, b, n);
  moved<<<dim3(8, 8), dim3(32, 32)>>>(a, b, n);
  repeated<<<dim3(8, 8), dim3(32, 32)>>>(a, b, n);
  twoSizes<<<dim3(8, 8), dim3(32, 32)>>>(a, b, n);
  twoSizes<<<dim3(8, 8), dim3(16, 16)>>>(a, b, n);
  // Through pointers, so that x and y cannot be swapped.
  void (*first)(const float *, float *, int) = twice;
  first<<<dim3(8, 8), dim3(32, 8)>>>(a, b, n);
  void (*second)(float *, int) = itself;
  second<<<dim3(8, 8), dim3(32, 8)>>>(b, n);
}
