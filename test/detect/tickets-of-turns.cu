// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A counter in shared memory that starts again in each turn of a loop.

__global__ void compactOk(const int *in, int *out, int n) {
  __shared__ int kept[128];
  __shared__ unsigned count;
  for (int i = 0; i < n; i += 128) {
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    int v = in[i + threadIdx.x];
    if (v != -1)
      kept[atomicAdd(&count, 1)] = v;
    __syncthreads();
    if (threadIdx.x < count)
      out[i + threadIdx.x] = kept[threadIdx.x];
    __syncthreads();
  }
}

// Between the draws of one turn the counter starts again.
__global__ void twiceBad(const int *in, int *out, int n) {
  __shared__ int kept[128];
  __shared__ unsigned count;
  for (int i = 0; i < n; i += 128) {
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    unsigned slot = 0;
    if (threadIdx.x < 64)
      slot = atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    if (threadIdx.x >= 64)
      slot = atomicAdd(&count, 1);
    __syncthreads();
    kept[slot] = in[i + threadIdx.x]; // expect-warning: shared-race
    __syncthreads();
    out[i + threadIdx.x] = kept[threadIdx.x];
  }
}

// Nothing keeps the reset from coming between the draws of others.
__global__ void resetBesideBad(const int *in, int *out, int n) {
  __shared__ int kept[128];
  __shared__ unsigned count;
  for (int i = 0; i < n; i += 128) {
    if (threadIdx.x == 0)
      count = 0; // expect-warning: shared-race
    int v = in[i + threadIdx.x];
    if (v != -1)
      kept[atomicAdd(&count, 1)] = v;
    __syncthreads();
    out[i + threadIdx.x] = kept[threadIdx.x];
    __syncthreads();
  }
}

void run(const int *in, int *out, int n) {
  compactOk<<<1, 128>>>(in, out, n);
  twiceBad<<<1, 128>>>(in, out, n);
  resetBesideBad<<<1, 128>>>(in, out, n);
}
