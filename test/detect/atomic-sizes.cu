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
