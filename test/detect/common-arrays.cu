// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Arrays of a thread that hold the same for all threads of the block.

__global__ void assignedOk(float *out, int *slots, const float *in, const int *assigned, int n) {
  __shared__ float sums[256];
  int experts[4];
  for (int i = 0; i < 4; ++i)
    experts[i] = assigned[blockIdx.x * 4 + i];
  bool none = true;
  for (int i = 0; i < 4; ++i)
    if (experts[i] >= 0)
      none = false;
    else if (threadIdx.x == 0)
      slots[blockIdx.x * 4 + i] = -1;
  if (none)
    return;
  sums[threadIdx.x] = in[blockIdx.x * n + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = sums[255 - threadIdx.x];
}

// The array is of each thread: rows of its own.
__global__ void ownRowsBad(float *out, int *slots, const float *in, const int *assigned, int n) {
  __shared__ float sums[256];
  int experts[4];
  for (int i = 0; i < 4; ++i)
    experts[i] = assigned[threadIdx.x * 4 + i];
  bool none = true;
  for (int i = 0; i < 4; ++i)
    if (experts[i] >= 0)
      none = false;
    else if (threadIdx.x == 0)
      slots[i] = -1;
  if (none)
    return;
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads(); // expect: barrier-divergence
  out[threadIdx.x] = sums[255 - threadIdx.x];
}

// Some threads alone write to it.
__global__ void someWriteBad(float *out, int *slots, const float *in, const int *assigned, int n) {
  __shared__ float sums[256];
  int experts[4] = {0, 0, 0, 0};
  if (threadIdx.x < n)
    for (int i = 0; i < 4; ++i)
      experts[i] = assigned[i];
  bool none = true;
  for (int i = 0; i < 4; ++i)
    if (experts[i] > 0)
      none = false;
    else if (threadIdx.x == 0)
      slots[i] = -1;
  if (none)
    return;
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads(); // expect: barrier-divergence
  out[threadIdx.x] = sums[255 - threadIdx.x];
}

// Threads take what they put there out of different turns of a loop.
__global__ void otherTurnBad(int *slots, const int *assigned, int n) {
  int experts[4] = {0, 0, 0, 0}, last, i = 0;
  for (;;) {
    last = assigned[i];
    if (i >= threadIdx.x)
      break;
    ++i;
  }
  experts[n & 3] = last;
  slots[0] = experts[(n + 4) & 3]; // expect: global-race
}

void launch(float *out, int *slots, const float *in, const int *assigned, int n, int blocks) {
  assignedOk<<<blocks, 256>>>(out, slots, in, assigned, n);
  ownRowsBad<<<1, 256>>>(out, slots, in, assigned, n);
  someWriteBad<<<1, 256>>>(out, slots, in, assigned, 100);
  otherTurnBad<<<1, 256>>>(slots, assigned, n);
}
