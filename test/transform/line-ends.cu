// SPDX-License-Identifier: Apache-2.0
// RUN: rm -rf %t && mkdir %t && sed 's/$/\r/' %s > %t/windows.cu
// RUN: %cuda-fix --apply --unsafe %t/windows.cu 2>&1 | FileCheck %s
// RUN: tr -d '\r' < %t/windows.cu | sed 's/$/\r/' | cmp - %t/windows.cu
// What repairs write and take away ends its lines as the file does.

__global__ void append(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    int place = *count;
    *count = place + 1;
    out[place] = in[i];
  }
}

__global__ void turned(const float *in, float *out) {
  __shared__ float row[64];
  row[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = row[63 - threadIdx.x];
}

void run(const int *in, int *out, int *count, int n, const float *x, float *y) {
  append<<<(n + 255) / 256, 256>>>(in, out, count, n);
  turned<<<8, 64>>>(x, y);
}

// CHECK-DAG: make-atomic
// CHECK-DAG: insert-barrier
