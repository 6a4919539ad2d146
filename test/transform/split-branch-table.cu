// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s --unsafe --source-only \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s --check-prefix=SAYS
// What a block fills in the same way whoever of its threads does it, is filled by all: tables, also by
// a function, and single cells. The barrier follows.

__constant__ unsigned box[1024];

__device__ void load(unsigned *table) {
  for (int k = threadIdx.x; k < 1024; k += blockDim.x)
    table[k] = box[k] * 2;
}

__global__ void substitute(unsigned *state, int n) {
  __shared__ unsigned table[1024];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    load(table);
    unsigned x = state[i];
    __syncthreads();
    for (int round = 0; round < 16; ++round)
      x = table[x & 1023] ^ round;
    state[i] = x;
  }
}

__global__ void chosen(const int *in, int *out, int n) {
  __shared__ int sum;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    if (threadIdx.x == 0)
      sum = 7;
    __syncthreads();
    out[i] = in[i] - sum;
  }
}

void run(unsigned *state, const int *in, int *out, int n) {
  substitute<<<(n + 127) / 128, 128>>>(state, n);
  chosen<<<(n + 127) / 128, 128>>>(in, out, n);
}

// SAYS: repair: split-branch (conditional, {{.*}}, and fill their tile before
// SAYS-NEXT: assuming threads past the end may load from 'box', too
// SAYS: repair: split-branch (proven, {{.*}}, and fill their tile before

// CHECK:  const int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:  load(table);
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (i < n) {
// CHECK-NEXT:    unsigned x = state[i];
// CHECK-NEXT:    for (int round = 0; round < 16; ++round)

// CHECK:  const bool isSelected = i < n && in[i] > 0;
// CHECK-NEXT:  if (threadIdx.x == 0)
// CHECK-NEXT:    sum = 7;
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (isSelected) {
// CHECK-NEXT:    out[i] = in[i] - sum;
// CHECK-NEXT:  }
