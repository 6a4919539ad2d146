// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// A position that goes on only below the bound is the even one wherever it is used.
template <typename Function> __global__ void fourEachOk(int n, Function f) {
  int i = blockIdx.x * 256 + threadIdx.x;
  for (int k = 0; k < 4; ++k)
    if (i < n) {
      f(i);
      i += 64;
    }
}

// One step too short: the next thread comes by the same place.
__global__ void shortStepBad(int n, float *a) {
  int i = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    if (i < n) {
      a[i] += 1; // expect: global-race
      i += 32;
    }
}

void launches(float *a, int n) {
  fourEachOk<<<n / 256 + 1, 64>>>(n, [=] __device__(int i) { a[i] += 1; });
  shortStepBad<<<1, 64>>>(n, a);
}
