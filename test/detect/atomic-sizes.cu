// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Atomics of different sizes on the same bytes are not atomic towards each other.
__global__ void halfOfWideBad(unsigned long long *wide) {
  if (blockIdx.x == 0)
    atomicAdd(wide, 1ull); // expect: inter-block-race
  else
    atomicAdd((unsigned *)wide, 1u);
}

__global__ void otherWordOk(unsigned long long *wide) {
  if (blockIdx.x == 0)
    atomicAdd(wide, 1ull);
  else
    atomicAdd((unsigned *)(wide + 1), 1u);
}

__global__ void wideOk(unsigned long long *wide) { atomicMax(wide, (unsigned long long)threadIdx.x); }

// CUDA has no addition of long long: code defines its own.
__device__ long long atomicAdd(long long *at, long long v) {
  return (long long)atomicAdd((unsigned long long *)at, (unsigned long long)v);
}
__global__ void ownAdditionOk(const long long *v, long long *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(total, v[i]);
}
