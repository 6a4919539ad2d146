// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair make-atomic %s | FileCheck %s --match-full-lines --strict-whitespace
// A value that threads test and store becomes one atomic operation; what is said about it stays
// under the test.

__global__ void least(const int *v, int n, int *best) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] < *best)
    *best = v[i];
}

__global__ void widest(const unsigned *first, unsigned rows, unsigned *most) {
  unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    unsigned width = first[r + 1] - first[r];
    if (most[0] < width) {
      most[0] = width;
    }
  }
}

__global__ void nearer(const unsigned *cost, unsigned *dist, bool *changed, int n, int cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (cost[i] < dist[i % cells]) {
      dist[i % cells] = cost[i];
      changed[i] = true;
    }
  }
}

__global__ void inBlock(const int *v, int *out, int n) {
  __shared__ int most;
  if (threadIdx.x == 0)
    most = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (v[i] >= most) most = v[i];
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = most;
}

void run(const int *v, const unsigned *u, int *best, unsigned *most, bool *changed, int n) {
  least<<<(n + 255) / 256, 256>>>(v, n, best);
  widest<<<(n + 255) / 256, 256>>>(u, n, most);
  nearer<<<(n + 255) / 256, 256>>>(u, most, changed, n, 16);
  inBlock<<<8, 256>>>(v, best, n);
}

// CHECK:  if (i < n)
// CHECK-NEXT:    atomicMin(best, v[i]);
// CHECK:    unsigned width = first[r + 1] - first[r];
// CHECK-NEXT:    atomicMax(&most[0], width);
// CHECK-NEXT:  }
// CHECK:    if (cost[i] < atomicMin(&dist[i % cells], cost[i])) {
// CHECK-NEXT:      changed[i] = true;
// CHECK-NEXT:    }
// CHECK:  for (int i = threadIdx.x; i < n; i += blockDim.x)
// CHECK-NEXT:    atomicMax(&most, v[i]);
