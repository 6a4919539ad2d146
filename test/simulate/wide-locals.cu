// SPDX-License-Identifier: Apache-2.0
// Arrays of a thread's own that are accessed by a wider type, in optimized code.
// REQUIRES: landlock
// RUN: %cuda-fix simulate --run-program %s --no-check 2>&1 | FileCheck %s
// RUN: %cuda-fix simulate --run-program %s 2>&1 | FileCheck %s
// CHECK: PASSED
#include <cstdio>

template <int N> struct Wide { uint4 part[N]; };
template <int N> __device__ void copy(const float *from, float *to) {
  *reinterpret_cast<Wide<N> *>(to) = *reinterpret_cast<const Wide<N> *>(from);
}

__global__ void twice(const float *in, float *out, int n) {
  float first[4], second[4];
  float odd[3] = {1, 2, 3};
  for (int i = 4 * threadIdx.x; i < n; i += 4 * blockDim.x) {
    copy<1>(in + i, first);
    for (int j = 0; j < 4; ++j)
      second[j] = first[j] * odd[(i + j) % 3];
    copy<1>(second, out + i);
  }
}

int main() {
  const int n = 256;
  float host[n], *in, *out;
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, sizeof(host));
  for (int i = 0; i < n; ++i)
    host[i] = i;
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(in, out, n);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += host[i] != i * (1 + i % 3);
  printf(wrong ? "FAILED: %d\n" : "PASSED\n", wrong);
}
