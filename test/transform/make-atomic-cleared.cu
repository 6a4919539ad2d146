// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair make-atomic %s | FileCheck %s --match-full-lines --strict-whitespace
// A counter that one thread clears: it takes an atomic for the threads that count, and a barrier
// before they begin.

__global__ void select(const int *in, int *out, int *counts, int n) {
  __shared__ int found;
  __shared__ int kept[256];
  if (threadIdx.x == 0)
    found = 0;
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n && in[i] > 0) {
    int place = found++;
    kept[place] = in[i];
  }
  __syncthreads();
  for (int k = threadIdx.x; k < found; k += 256)
    out[blockIdx.x * 256 + k] = kept[k];
  if (threadIdx.x == 0)
    counts[blockIdx.x] = found;
}

void run(const int *in, int *out, int *counts, int n) {
  select<<<(n + 255) / 256, 256>>>(in, out, counts, n);
}

// CHECK:    found = 0;
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  int i = blockIdx.x * 256 + threadIdx.x;
// CHECK-NEXT:  if (i < n && in[i] > 0) {
// CHECK-NEXT:    int place = atomicAdd(&found, 1);
