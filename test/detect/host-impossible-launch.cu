// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Facts that contradict each other prove nothing.
__global__ void neverBad(float *a, int n) { a[threadIdx.x / 2 + n] = threadIdx.x; } // expect: intra-warp-race
__global__ void never(float *a, int n) { // verdict: unknown
  a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

void run(float *a, int n) {
  if (n > 10)
    if (n < 5) {
      neverBad<<<1, 64>>>(a, n);
      never<<<1, 64>>>(a, n);
    }
}
