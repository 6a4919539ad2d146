// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 64

__device__ int mode;

// All threads store one value, and each reads what it has stored itself.
__global__ void settingOk(float *out, int wanted) {
  mode = wanted & 3; // expect-note: benign-race
  out[blockIdx.x * 64 + threadIdx.x] = mode;
}

__global__ void readFirstBad(float *out, int wanted) {
  out[blockIdx.x * 64 + threadIdx.x] = mode; // expect: global-race inter-block-race
  mode = wanted & 3; // expect-note: benign-race
}

// A counter of 16 bits that is compared with its bound.
__global__ void shortCounterOk(char *row, short width) {
  __shared__ char s[4 * 384];
  for (short i = threadIdx.x & 15; i < 82; i += 16)
    s[(threadIdx.x / 16 & 3) * 384 + 4 * i] += row[i];
}

// What is read is what another thread has put there since: the next turn's value comes too early.
__global__ void clearedThenCountedBad(int *out, const int *in, int n) {
  __shared__ int count;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    count = 0; // expect-note: benign-race
    __syncthreads();
    atomicAdd(&count, in[i * 64 + threadIdx.x]);
    __syncthreads();
    sum += count; // expect: shared-race
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
__global__ void clearedThenSetBad(int *out, const int *in, int n) {
  __shared__ int any;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    any = 0; // expect-note: benign-race
    __syncthreads();
    if (in[i * 64 + threadIdx.x])
      any = 1; // expect-note: benign-race
    __syncthreads();
    sum += any; // expect: shared-race
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
__global__ void clearedThenSetOk(int *out, const int *in, int n) {
  __shared__ int any;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    any = 0; // expect-note: benign-race
    __syncthreads();
    if (in[i * 64 + threadIdx.x])
      any = 1; // expect-note: benign-race
    __syncthreads();
    sum += any;
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
__global__ void otherCellOk(int *out, int wanted, int n) {
  __shared__ int cells[2];
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    cells[0] = wanted; // expect-note: benign-race
    __syncthreads();
    atomicAdd(&cells[1], 1);
    sum += cells[0];
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
