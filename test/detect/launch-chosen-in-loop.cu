// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// A kernel that one round of a loop chooses, and the next one compares and calls, is launched
// there alone.

__global__ void plusOk(float *out, const float *in, int by) {
  int i = blockIdx.x * 16 + threadIdx.x;
  out[i] = in[i] + by;
}

__global__ void timesOk(float *out, const float *in, int by) {
  int i = blockIdx.x * 16 + threadIdx.x;
  out[i] = in[i] * by;
}

__global__ void keptBad(float *out, const float *in, int by) {
  int i = blockIdx.x * 16 + threadIdx.x;
  out[i] = in[i] * by + threadIdx.x; // expect: inter-block-race
}

int run(float *out, const float *in, int by) {
  void (*kernel)(float *, const float *, int);
  int compared = 0;
  for (int round = 0; round < 2; ++round) {
    switch (round) {
    case 0:
      kernel = &plusOk;
      break;
    case 1:
      kernel = &timesOk;
      break;
    }
    if (kernel == &plusOk)
      ++compared;
    kernel<<<64, 16>>>(out, in, by);
  }
  keptBad<<<64, 32>>>(out, in, by);
  return compared;
}
