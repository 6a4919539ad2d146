// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-data-reached' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// What is read decides whether threads write the one cell.

// CHECK: warning: race on global memory 'hits'{{.*}}[global-race, likely]
// CHECK: likely: needs [data-reached] what is read from memory does not bring both threads there to be free
__global__ void mark(const int *in, int *hits) {
  if (in[threadIdx.x] > 7)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'hits'
    hits[blockIdx.x] = threadIdx.x;
}

// The first block waits for nobody.
// CHECK: error: race on shared memory 'before'
__global__ void chain(volatile int *flag, float *out) {
  __shared__ float before;
  if (threadIdx.x == 0) {
    if (blockIdx.x > 0)
      while (flag[blockIdx.x - 1] == 0) {
      }
    before = blockIdx.x;
    __threadfence();
    flag[blockIdx.x] = 1;
  }
  out[blockIdx.x * 256 + threadIdx.x] = before;
}

// All blocks wait.
// CHECK: warning: race on shared memory 'after'{{.*}}[shared-race, likely]
__global__ void allWait(volatile int *flag, float *out) {
  __shared__ float after;
  if (threadIdx.x == 0) {
    while (flag[blockIdx.x] == 0) {
    }
    after = blockIdx.x;
  }
  out[blockIdx.x * 256 + threadIdx.x] = after;
}

// How many turns the loop makes is up to memory.
// CHECK: warning: race on global memory 'sum'{{.*}}likely]
__global__ void turns(const int *in, float *sum, int n) {
  int i = 0;
  while (i < n && in[i] != 0)
    ++i;
  if (i > 4)
    sum[0] = threadIdx.x;
}

// So does what a loop computes, of which there is no closed form.
// CHECK: warning: race on global memory 'out'{{.*}}[global-race, likely]
// CHECK: likely: needs [data-reached] computed values that are not followed do not bring both threads there to be free
__global__ void mixed(int *out, int n) {
  unsigned s = 1;
  for (int i = 0; i < n; ++i)
    s = s * 5 ^ s >> 3;
  if (s % 7 == 3)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[0] = threadIdx.x;
}

// A sum that a loop makes of numbers is none that memory gives.
// CHECK: warning: race on global memory 'list'{{.*}}likely]
// CHECK: likely: needs [data-reached] computed values that are not followed do not bring both threads there to be free
__global__ void summed(float *list) {
  int id = threadIdx.x, first = 0;
  for (int d = 128; d > 0; d >>= 1) {
    if (id < d)
      list[first + id] = d + id;
    first += d * d / 3;
  }
}
