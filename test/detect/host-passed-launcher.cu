// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// A function that launches is passed to one that times it, along with its arguments.
#include <cstdlib>
#include <utility>

__global__ void rowsOk(float *a, int width) {
  for (int i = 0; i < 4; ++i)
    a[threadIdx.x * width + i] += 1;
}

__global__ void rowsBad(float *a, int width) {
  for (int i = 0; i < 4; ++i)
    a[threadIdx.x * width + i] += 1; // expect: global-race
}

void addOk(float *a, int width) { rowsOk<<<1, 256>>>(a, width); }
void addBad(float *a, int width) { rowsBad<<<1, 256>>>(a, width); }

template <class F, class... Args> void times(int n, F f, Args &&...args) {
  for (int i = 0; i < n; ++i)
    f(std::forward<Args>(args)...);
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), width = 8, narrow = 2;
  float *a;
  cudaMalloc(&a, 256 * 8 * sizeof(float));
  addOk(a, width);
  times(n, addOk, a, width);
  times(n, addBad, a, narrow);
}
