// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The second array has another element type and starts behind the first one's bytes.
extern __shared__ char pool[];

__global__ void behindOk(int *out) {
  double *sums = reinterpret_cast<double *>(pool);
  int *counts = reinterpret_cast<int *>(sums + blockDim.x);
  sums[threadIdx.x] = 0.5 * threadIdx.x;
  counts[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = counts[threadIdx.x] + static_cast<int>(sums[threadIdx.x]);
}

__global__ void countedInIntsBad(int *out) {
  double *sums = reinterpret_cast<double *>(pool);
  int *counts = reinterpret_cast<int *>(pool) + blockDim.x;
  sums[threadIdx.x] = 0.5 * threadIdx.x; // expect: shared-race
  counts[threadIdx.x] = threadIdx.x;     // expect: shared-race
  out[threadIdx.x] = counts[threadIdx.x] + static_cast<int>(sums[threadIdx.x]);
}
