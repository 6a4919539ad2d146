// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --checks=unmarked-readonly --show=note | FileCheck %s

typedef float *Floats;

// CHECK: [[@LINE+3]]:35: note: a store to 'out' may change 'in' {{.*}}unmarked-readonly
// CHECK: no repair was found
// CHECK: 'in' is not declared as T *in
__global__ void named(float *out, Floats in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = in[0];
}

// CHECK: the kernel is a template that is used with several arguments
template <typename T> __global__ void twice(T *out, T *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = in[0];
}

// CHECK: the kernel is written out for some arguments of a template
template <typename T> __global__ void written(T *out, T *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = in[0];
}
template __global__ void written<float>(float *, float *, int);

#define ARGUMENTS float *out, float *in
// CHECK: 'in' is not declared as T *in
__global__ void macro(ARGUMENTS, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = in[0];
}

// Who launches it is not seen.
// CHECK-NOT: note:
__global__ void pointedTo(float *out, float *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = in[0];
}

typedef void (*Kernel)(float *, float *, int);
Kernel keep() { return pointedTo; }

void run(int n) {
  float *out, *in;
  double *out2, *in2;
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&in, sizeof(float));
  cudaMalloc(&out2, n * sizeof(double));
  cudaMalloc(&in2, sizeof(double));
  named<<<1, 256>>>(out, in, n);
  twice<<<1, 256>>>(out, in, n);
  twice<<<1, 256>>>(out2, in2, n);
  written<<<1, 256>>>(out, in, n);
  macro<<<1, 256>>>(out, in, n);
  pointedTo<<<1, 256>>>(out, in, n);
}
