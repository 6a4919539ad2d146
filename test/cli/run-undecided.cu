// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=synchronization --no-repair 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %cuda-fix %s --checks=synchronization --no-repair --no-replay 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Where threads meet is too hard a question; 64 threads in 61 places meet when they are run.

__device__ unsigned placeOf(unsigned long long i) {
  i *= 0x9E3779B97F4A7C15ull;
  i = (i ^ i >> 29) * 0xBF58476D1CE4E5B9ull;
  i = (i ^ i >> 32) * 0x94D049BB133111EBull;
  return (i >> 40) % 61;
}

// CHECK: [[@LINE+6]]:3: error: race on shared memory 'table'
// CHECK: repeat: cuda-fix simulate --kernel hashed
// CHECK: 1 kernel: 0 free of races and divergence, 1 with bugs
// WITHOUT: 1 kernel: 0 free of races and divergence, 1 not decided
__global__ void hashed(int *out, unsigned long long seed) {
  __shared__ int table[64];
  table[placeOf(seed + threadIdx.x)] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = table[threadIdx.x];
}

void run(int *out, unsigned long long seed) { hashed<<<1, 64>>>(out, seed); }
