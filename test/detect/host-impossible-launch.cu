// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Facts that contradict each other prove nothing.
__global__ void neverBad(float *a, int n) { a[threadIdx.x / 2 + n] = threadIdx.x; } // expect: intra-warp-race
__global__ void neverOk(float *a, int n) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

// Launched in another way, too, with a base of 0 wherever that is known.
__global__ void sometimesUnknown(float *a, int base) {
  a[base == 0 ? blockIdx.x * blockDim.x + threadIdx.x : base] = threadIdx.x;
}

void run(float *a, int n) {
  sometimesUnknown<<<n, 64>>>(a, 0);
  if (n % 6 == 1)
    if (n % 3 == 2)
      sometimesUnknown<<<n, 64>>>(a, 0);
  if (n > 10)
    if (n < 5) {
      neverBad<<<1, 64>>>(a, n);
      neverOk<<<1, 64>>>(a, n);
    }
}
