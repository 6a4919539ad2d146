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

// Each block has a count of its own.
__global__ void ofBlockBad(int *order, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (atomicAdd(&count, 1) == 0)
    order[0] = i; // expect: inter-block-race
}
__global__ void ofOwnBlockOk(int *order, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (atomicAdd(&count, 1) == 0)
    order[blockIdx.x] = i;
}

// So are the places that its threads draw.
__global__ void listBad(int *list, const int *cell, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (i < n && cell[i] > 0)
    list[atomicAdd(&count, 1)] = i; // expect-warning: inter-block-race
}
__global__ void listOk(int *list, int *total, const int *cell, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int count, start;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int at = 0;
  const bool listed = i < n && cell[i] > 0;
  if (listed)
    at = atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    start = atomicAdd(total, count);
  __syncthreads();
  if (listed)
    list[start + at] = i;
}

void run(const int *cell, int *count, int *order, int *total, int n) {
  numberOk<<<(n + 255) / 256, 256>>>(cell, count, order, total, n);
  sharedBad<<<(n + 255) / 256, 256>>>(count, order, n);
  ofBlockBad<<<n / 256, 256>>>(order, n);
  ofOwnBlockOk<<<n / 256, 256>>>(order, n);
  listBad<<<n / 256, 256>>>(order, cell, n);
  listOk<<<n / 256, 256>>>(order, total, cell, n);
  zeroUnknown<<<(n + 255) / 256, 256>>>(cell, count, order, n);
  againUnknown<<<(n + 255) / 256, 256>>>(cell, count, order, n);
}
