// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=synchronization 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not %cuda-fix %s --checks=synchronization --kernel '^left$' 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not %cuda-fix %s --checks=synchronization --kernel '^own$' 2>&1 | FileCheck %s --check-prefix=OWN
// A repair in a function that kernels share is not proven of one of them.

__device__ void turn(int *s, int *out) {
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[127 - threadIdx.x];
}

// ALL: race on shared memory
// ALL: repair: insert-barrier (proven
// ONE: repair: insert-barrier (suggested
// ONE: --kernel leaves out kernels that may run what it changes
__global__ void left(int *out) {
  __shared__ int s[128];
  turn(s, out);
}

__global__ void right(int *out) {
  __shared__ int s[128];
  turn(s, out);
}

// What stands in the kernel itself is its own.
// OWN: repair: insert-barrier (proven
__global__ void own(int *out) {
  __shared__ int s[128];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[127 - threadIdx.x];
}

void run(int *a, int *b, int *c) {
  left<<<1, 128>>>(a);
  right<<<1, 128>>>(b);
  own<<<1, 128>>>(c);
}
