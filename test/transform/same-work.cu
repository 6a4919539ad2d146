// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// RUN: not %cuda-fix --diff --unsafe --allow-dirty %s | FileCheck %s --check-prefix=DIFF
// Updates that race only because the launch makes several threads do the same work, and updates
// that all threads of a block make with the same operand.

__global__ void rows(int *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] += 1;
}
// CHECK: same-work.cu:10:5: error: {{.*}}; they differ in threadIdx.y only, which the kernel never reads, and do the same work [global-race
// CHECK-NOT: make-atomic
// CHECK: line [[#LAUNCH:]] has 16 threads along y (the kernel never reads threadIdx.y), which do the same work

__global__ void oneBlock(int *c, int n) {
  int i = threadIdx.x;
  if (i < n)
    c[i] += 1;
}
// CHECK: same-work.cu:19:5: error: {{.*}}; they differ in blockIdx.x only, which the kernel never reads, and do the same work [inter-block-race
// CHECK-NOT: (proven
// CHECK: line [[#LAUNCH+1]] has 64 blocks along x (the kernel never reads blockIdx.x), which do the same work

// Threads of one row race as well.
__global__ void histogram(int *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bins[i % 16] += i;
}
// CHECK: same-work.cu:28:3: error: {{.*}} [global-race
// CHECK: repair: make-atomic (proven

// Each block takes other work, though it does not read its index.
__global__ void tickets(int *next, int *sums) {
  __shared__ int mine;
  if (threadIdx.x == 0)
    mine = atomicAdd(next, 1);
  __syncthreads();
  sums[threadIdx.x] += mine;
}
// CHECK: same-work.cu:39:3: {{.*}} [inter-block-race
// CHECK: repair: make-atomic (proven

__global__ void once(int *c, int v) {
  c[blockIdx.x] += v;
}
// CHECK: same-work.cu:45:3: error: {{.*}} [global-race
// CHECK: repair: single-writer (suggested
// CHECK: right if the update is meant once for the block; if once for each of its threads, make it atomic
// DIFF: +  if (threadIdx.x == 0)
// DIFF-NEXT: +    c[blockIdx.x] += v;

void run(int *c, int n) {
  dim3 square(16, 16);
  rows<<<64, square>>>(c, 1024);
  oneBlock<<<64, 256>>>(c, 1024);
  histogram<<<64, square>>>(c);
  tickets<<<64, 256>>>(c, c + 1);
  once<<<4, 256>>>(c, n);
}
