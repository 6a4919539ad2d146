// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=performance 2>/dev/null | FileCheck %s --implicit-check-not="interchange-loop (suggested"
// Rows stay the threads' where columns need each other, or where there is more to a row.

// CHECK-DAG: interchange-loop: the loop changes 'last' for the next iteration
__global__ void shifted(const float *in, float *out, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float last = 0;
  for (int col = 0; col < n; ++col) {
    out[row * n + col] = last;
    last = in[row * n + col];
  }
}

// CHECK-DAG: interchange-loop: the loop is not the last thing that the kernel does
__global__ void sums(const float *in, float *out, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int col = 0; col < n; ++col)
    sum += in[row * n + col];
  out[row] = sum;
}

// CHECK-DAG: it brings global-race at line
__global__ void prefix(float *a, int n) {
  int row = threadIdx.x;
  for (int col = 1; col < n; ++col)
    a[row * n + col] += a[row * n + col - 1];
}

// CHECK-DAG: interchange-loop: there are fewer columns than threads in a block: most would have no work
__global__ void points(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 16; ++k)
      out[i * 16 + k] = in[i * 16 + k] * k;
}

// How many there are is what the host says.
// CHECK-DAG: interchange-loop: there are fewer columns than threads in a block: most would have no work
__global__ void members(const float *in, float *out, int n, int parts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < parts; ++k)
      out[i * parts + k] = in[i * parts + k] * k;
}

// CHECK-DAG: interchange-loop: the rows do not all have the same columns
__global__ void triangle(float *a, int n) {
  int row = threadIdx.x;
  for (int col = 0; col < row; ++col)
    a[row * n + col] *= 2;
}

// CHECK-DAG: interchange-loop: what is declared from the row cannot be computed again for every column
__global__ void normalise(float *a, int n) {
  int row = threadIdx.x;
  float first = a[row * n];
  for (int col = 0; col < n; ++col)
    a[row * n + col] /= first;
}

// CHECK-DAG: interchange-loop: the index of the thread is used for more than the row
__global__ void lanes(float *a, int n) {
  int row = threadIdx.x;
  for (int col = 0; col < n; ++col)
    a[row * n + col] += threadIdx.x;
}

// CHECK-DAG: interchange-loop: the loop can end early
__global__ void until(float *a, int n) {
  int row = threadIdx.x;
  for (int col = 0; col < n; ++col) {
    if (a[row * n + col] < 0)
      break;
    a[row * n + col] = 0;
  }
}

void run(float *a, float *b, int n) {
  shifted<<<64, 128>>>(a, b, n);
  sums<<<64, 128>>>(a, b, n);
  prefix<<<1, 128>>>(a, n);
  points<<<64, 128>>>(a, b, n);
  members<<<64, 128>>>(a, b, n, 7);
  triangle<<<1, 128>>>(a, n);
  normalise<<<1, 128>>>(a, n);
  lanes<<<1, 128>>>(a, n);
  until<<<1, 128>>>(a, n);
}
