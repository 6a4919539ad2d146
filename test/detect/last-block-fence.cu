// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// The block that draws the last ticket sums up what the others wrote.
__global__ void noFenceBad(const int *in, int *partial, unsigned *ticket, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x]; // expect-error: unlocked-access
    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (int k = 0; k < gridDim.x; ++k)
      sum += partial[k];
    *out = sum;
  }
}

// atomicAdd, and the whole last block reads.
__global__ void wholeBlockOk(const int *in, int *partial, unsigned *ticket, int *out) {
  __shared__ unsigned drawn;
  partial[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    drawn = atomicAdd(ticket, 1u);
  __syncthreads();
  if (drawn == gridDim.x - 1) {
    int sum = 0;
    for (int k = threadIdx.x; k < gridDim.x * blockDim.x; k += blockDim.x)
      sum += partial[k];
    out[threadIdx.x] = sum;
  }
}

// The ticket is drawn before all threads of the block have written.
__global__ void noBarrierBad(const int *in, int *partial, unsigned *ticket, int *out) {
  __shared__ unsigned drawn;
  partial[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x]; // expect: inter-block-race
  __threadfence();
  if (threadIdx.x == 0)
    drawn = atomicAdd(ticket, 1u);
  __syncthreads();
  if (drawn == gridDim.x - 1) {
    int sum = 0;
    for (int k = threadIdx.x; k < gridDim.x * blockDim.x; k += blockDim.x)
      sum += partial[k];
    out[threadIdx.x] = sum;
  }
}

// Not the last block, but the first.
__global__ void firstBlockBad(const int *in, int *partial, unsigned *ticket, int *out) {
  if (threadIdx.x != 0)
    return;
  partial[blockIdx.x] = in[blockIdx.x]; // expect: inter-block-race
  __threadfence();
  if (atomicAdd(ticket, 1u) == 0) {
    int sum = 0;
    for (int k = 0; k < gridDim.x; ++k)
      sum += partial[k];
    *out = sum;
  }
}

// Who resets the counter is the last block, which nothing comes behind.
__global__ void noFenceResetBad(const int *in, int *partial, unsigned *ticket, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x]; // expect-error: unlocked-access
    last = atomicAdd(ticket, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int k = threadIdx.x; k < gridDim.x; k += blockDim.x)
      sum += partial[k];
    out[threadIdx.x] = sum;
    if (threadIdx.x == 0)
      *ticket = 0;
  }
}

// The counter would wrap around one later than the last block draws.
__global__ void wideIncOk(const int *in, int *partial, unsigned *ticket, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int k = threadIdx.x; k < gridDim.x; k += blockDim.x)
      sum += partial[k];
    out[threadIdx.x] = sum;
    if (threadIdx.x == 0)
      *ticket = 0;
  }
}

// Every eighth block draws it.
__global__ void earlyIncBad(const int *in, int *partial, unsigned *ticket, int *out) {
  if (threadIdx.x != 0)
    return;
  partial[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  if (atomicInc(ticket, 7) == 7)
    *out = partial[0]; // expect: inter-block-race
}

// The ticket is handed on through memory that held partial sums before, and holds others behind it.
__global__ void reusedMemoryOk(const int *in, int *partial, unsigned *ticket, int *out, int n) {
  extern __shared__ int sums[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sums[i] = in[blockIdx.x * n + i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    partial[blockIdx.x * n + i] = sums[n - 1 - i];
  __threadfence();
  unsigned *drawn = (unsigned *)(sums + n);
  __syncthreads();
  if (threadIdx.x == 0)
    *drawn = atomicInc(ticket, gridDim.x);
  __syncthreads();
  if (*drawn == gridDim.x - 1) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
      int sum = 0;
      for (int b = 0; b < gridDim.x; ++b)
        sum += partial[b * n + i];
      sums[i] = sum;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      out[i] = sums[n - 1 - i];
  }
}

// Some thread puts another value there in between.
__global__ void overwrittenBad(const int *in, int *partial, unsigned *ticket, int *out, int n) {
  __shared__ unsigned drawn[2];
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x]; // expect-warning: inter-block-race
    __threadfence();
    drawn[0] = atomicInc(ticket, gridDim.x);
  }
  __syncthreads();
  if (threadIdx.x == 1)
    drawn[n & 1] = gridDim.x - 1;
  __syncthreads();
  if (drawn[0] == gridDim.x - 1 && threadIdx.x == 0) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += partial[b];
    *out = sum; // expect-warning: inter-block-race
  }
}
