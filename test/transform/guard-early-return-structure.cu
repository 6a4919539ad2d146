// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair guard-early-return %s --unsafe --source-only \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// Tiles of structures: all threads fill them, and what the threads that return compute with them
// stays in their registers, so that only the return moves.

#define CHUNK 64

__global__ void nearest(const float2 *points, int count, const float2 *at, int *best, int n) {
  __shared__ float2 chunk[CHUNK];
  int i = blockIdx.x * CHUNK + threadIdx.x;
  if (i >= n)
    return;
  float2 me = at[i];
  float least = 1e30f;
  int found = -1;
  for (int base = 0; base < count; base += CHUNK) {
    if (base + threadIdx.x < count)
      chunk[threadIdx.x] = points[base + threadIdx.x];
    __syncthreads();
    int m = min(CHUNK, count - base);
    for (int k = 0; k < m; ++k) {
      float dx = chunk[k].x - me.x, dy = chunk[k].y - me.y;
      if (dx * dx + dy * dy < least) {
        least = dx * dx + dy * dy;
        found = base + k;
      }
    }
    __syncthreads();
  }
  best[i] = found;
}

// One condition more is no variable more.
__global__ void scale(const float *in, float *out, int n) {
  __shared__ float first;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;

  if (threadIdx.x == 0)
    first = in[i];
  __syncthreads();
  out[i] = in[i] * first;
}

void run(const float2 *p, const float2 *q, int *b, const float *in, float *out, int n) {
  nearest<<<(n + CHUNK - 1) / CHUNK, CHUNK>>>(p, 1000, q, b, n);
  scale<<<(n + 127) / 128, 128>>>(in, out, n);
}

// CHECK:  int i = blockIdx.x * CHUNK + threadIdx.x;
// CHECK-NEXT:  float2 me = i < n ? at[i] : float2{};
// CHECK:    __syncthreads();
// CHECK-NEXT:    int m = min(CHUNK, count - base);
// CHECK-NEXT:    for (int k = 0; k < m; ++k) {
// CHECK:    __syncthreads();
// CHECK-NEXT:  }
// CHECK-NEXT:  if (i >= n)
// CHECK-NEXT:    return;
// CHECK-NEXT:  best[i] = found;

// CHECK:  int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:  if (i < n && threadIdx.x == 0)
// CHECK-NEXT:    first = in[i];
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  if (i >= n) return;
// CHECK-NEXT:  out[i] = in[i] * first;
