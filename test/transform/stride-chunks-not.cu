// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=performance 2>/dev/null | FileCheck %s --implicit-check-not="stride-chunks (suggested"
// A thread's elements stay its own where it matters which thread takes them.

// CHECK-DAG: the loop changes 'sum' for the next iteration
__global__ void sums(const float *in, float *out) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += in[thread * 16 + k];
  out[thread] = sum;
}

// CHECK-DAG: 'k' is used for more than the index
__global__ void weighted(const float *in, float *out) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k)
    out[thread * 16 + k] = in[thread * 16 + k] * k;
}

// CHECK-DAG: some threads leave the kernel before the loop or in it
__global__ void guarded(const float *in, float *out, int threads) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= threads)
    return;
  for (int k = 0; k < 16; ++k)
    out[thread * 16 + k] = in[thread * 16 + k];
}

// CHECK-DAG: it brings {{.*}}-race at line
__global__ void running(float *data, int n, int chunk) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int first = thread * chunk;
  for (int i = first; i < first + chunk; ++i)
    if (i > 0 && i % chunk)
      data[i] += data[i - 1];
}

void run(float *a, float *b, int n) {
  sums<<<64, 128>>>(a, b);
  weighted<<<64, 128>>>(a, b);
  guarded<<<64, 128>>>(a, b, n);
  running<<<64, 128>>>(a, n, 64);
}
