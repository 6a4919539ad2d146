// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Facts that contradict each other prove nothing.
__global__ void neverBad(float *a, int n) { a[threadIdx.x / 2 + n] = threadIdx.x; } // expect: intra-warp-race
__global__ void never(float *a, int n) { // verdict: unknown
  a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

// Launched in another way, too, with a base of 0 wherever that is known.
__global__ void sometimes(float *a, int base) { // verdict: unknown
  a[base == 0 ? blockIdx.x * blockDim.x + threadIdx.x : base] = threadIdx.x;
}

void run(float *a, int n) {
  sometimes<<<n, 64>>>(a, 0);
  if (n % 6 == 1)
    if (n % 3 == 2)
      sometimes<<<n, 64>>>(a, 0);
  if (n > 10)
    if (n < 5) {
      neverBad<<<1, 64>>>(a, n);
      never<<<1, 64>>>(a, n);
    }
}
