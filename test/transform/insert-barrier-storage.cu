// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s
// The storage of a block-wide reduction is used again: by the next one, and in the next turn.
#include <cub/cub.cuh>

__global__ void twoSums(const float *in, float *out) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  float first = Reduce(storage).Sum(in[threadIdx.x]);
  const float second = Reduce(storage).Sum(in[threadIdx.x + 128]);
  if (threadIdx.x == 0) {
    out[0] = first;
    out[1] = second;
  }
}

__global__ void sums(const float *in, float *out, int n) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  for (int i = 0; i < n; ++i) {
    float sum = Reduce(storage).Sum(in[i * 128 + threadIdx.x]);
    if (threadIdx.x == 0)
      out[i] = sum;
  }
}

void launch(const float *in, float *out, int n) {
  twoSums<<<1, 128>>>(in, out);
  sums<<<1, 128>>>(in, out, n);
}

// CHECK:        float first =
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT:   const float second =
// CHECK:        float sum =
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT:   if (threadIdx.x == 0)
