// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// RUN: not %cuda-fix --diff --allow-dirty %s | FileCheck %s --check-prefix=DIFF
// Updates of one cell by many threads: a barrier between load and store keeps none of them.

__global__ void oneBlock(const int *a, int *total) {
  int x = *total;
  x += a[threadIdx.x];
  *total = x;
}
// CHECK: lost-update.cu:7:11: error: {{.*}} [global-race, confirmed]
// CHECK-NOT: insert-barrier
// CHECK: line 9: the old value is loaded in line 7; load, computation and store have to become one

__global__ void sharedCell(const int *a, int *out) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  int x = total;

  int y = 3 * x;
  y = y + a[threadIdx.x];

  total = y;
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}
// CHECK: lost-update.cu:20:11: error: {{.*}} [shared-race, confirmed]
// CHECK-NOT: (proven
// CHECK: line 25 stores what comes of the value that line 20 loads

__device__ int get(const int *p, int i) { return p[i]; }
__device__ void put(int *p, int i, int v) { p[i] = v; }

__global__ void throughCalls(const int *a, int *bins) {
  int b = threadIdx.x % 16;
  int old = get(bins, b);
  put(bins, b, old + a[blockIdx.x * 256 + threadIdx.x]);
}
// CHECK: lost-update.cu:34:50: error: {{.*}} [global-race
// CHECK: line 35 stores what comes of the value that line 34 loads
// CHECK: lost-update.cu:34:50: error: {{.*}} [inter-block-race
// CHECK-NOT: grid-sync
// CHECK: line 35 stores what comes of the value that line 34 loads

// Whether it stores stands on the load.
__global__ void largest(const int *a, int *best) {
  int b = *best;
  int mine = a[threadIdx.x];
  if (mine > b) {
    __threadfence();
    *best = mine;
  }
}
// CHECK: lost-update.cu:50:11: warning: {{.*}} [global-race
// CHECK: line 54 stores what comes of the value that line 50 loads

// Every thread has a cell of its own, and a barrier is all it takes.
__global__ void sum(int *a) {
  int t = threadIdx.x;
  int x = a[t];
  x += a[(t + 1) % 256];
  a[t] = x;
}
// CHECK: lost-update.cu:64:8: error: {{.*}} [global-race
// CHECK: repair: insert-barrier (proven
// DIFF: x += a[(t + 1) % 256];
// DIFF-NEXT: +  __syncthreads();
// DIFF-NEXT: {{^}}   a[t] = x;

// Each round every thread has another cell: a barrier between the rounds.
__global__ void rounds(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < 64; ++k) {
    int x = s[(threadIdx.x + k) % 64];
    x += k * threadIdx.x;
    s[(threadIdx.x + k) % 64] = x;
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
// CHECK: lost-update.cu:79:13: error: {{.*}} [shared-race
// CHECK: repair: hoist-barrier (proven
// DIFF: s[(threadIdx.x + k) % 64] = x;
// DIFF-NEXT: +    __syncthreads();

void run(int *a, int *b) {
  oneBlock<<<1, 256>>>(a, b);
  sharedCell<<<4, 256>>>(a, b);
  throughCalls<<<4, 256>>>(a, b);
  largest<<<1, 256>>>(a, b);
  sum<<<1, 256>>>(a);
  rounds<<<1, 64>>>(b);
}

// That keys in memory may bring one thread here excuses the two stores, not the loads before them.
__global__ void smallest(const int *v, int *least, int *seen, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (v[i] > 0) {
      if (v[i] >= *least)
        continue;
      *least = v[i];
    }
    seen[i] = 1;
  }
}
void searched(int *v, int n) { smallest<<<1, 256>>>(v, v + n, v + n + 1, n); }
// CHECK: warning: race on global memory 'least'
// CHECK-NOT: repair: uniform-loop
