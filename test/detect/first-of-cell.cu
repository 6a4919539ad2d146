// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Of the threads that count in one cell, one finds it at its start.

__global__ void numberOk(const int *cell, int *count, int *order, int *total, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const int c = cell[i];
  if (atomicAdd(&count[c], 1) == 0)
    order[c] = atomicAdd(total, 1);
}

// Two cells have one place in the order.
__global__ void sharedBad(int *count, int *order, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicAdd(&count[i % 64], 1) == 0)
    order[i % 8] = i; // expect: inter-block-race, allow: global-race
}

// Nothing is counted: each thread finds the cell as it was.
__global__ void zeroUnknown(const int *cell, int *count, int *order, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const int c = cell[i] & 1023;
  if (atomicAdd(&count[c], 0) == 0)
    order[c] = i;
}

// The count starts again in between.
__global__ void againUnknown(const int *cell, int *count, int *order, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const int c = cell[i] & 1023;
  if (atomicAdd(&count[c], 1) == 0)
    order[c] = i;
  atomicExch(&count[c], 0);
}

void run(const int *cell, int *count, int *order, int *total, int n) {
  numberOk<<<(n + 255) / 256, 256>>>(cell, count, order, total, n);
  sharedBad<<<(n + 255) / 256, 256>>>(count, order, n);
  zeroUnknown<<<(n + 255) / 256, 256>>>(cell, count, order, n);
  againUnknown<<<(n + 255) / 256, 256>>>(cell, count, order, n);
}
