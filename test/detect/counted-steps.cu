// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// A place that goes on in some iterations only, as data says: always by as many elements, or by
// multiples of a number.

__global__ void keepOk(float *out, const float *in, int rounds) {
  float *at = out + threadIdx.x;
  for (int r = 0; r < rounds; ++r)
    if (in[r * 256 + threadIdx.x] > 0) {
      *at += in[r * 256 + threadIdx.x];
      at += 256;
    }
}

__global__ void keepOverlappingUnknown(float *out, const float *in, int rounds) {
  int at = threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    float x = in[r * 256 + threadIdx.x];
    if (x > 0) {
      out[at] = x;
      at += x > 1 ? 128 : 0;
    }
  }
}

__global__ void unevenOk(float *out, const float *in, int rounds) {
  float *at = out + threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    float x = in[r * 256 + threadIdx.x];
    *at = x;
    at += x > 0 ? 256 : 768;
  }
}

void run(float *out, float *in, int rounds) {
  keepOk<<<1, 256>>>(out, in, rounds);
  keepOverlappingUnknown<<<1, 256>>>(out, in, rounds);
  unevenOk<<<1, 256>>>(out, in, rounds);
}

// CHECK: note: not decided for kernel 'keepOverlappingUnknown': races: line [[@LINE-21]]: possible race with line [[@LINE-21]]
// CHECK: 3 kernels: 2 free of races and divergence, 1 not decided
