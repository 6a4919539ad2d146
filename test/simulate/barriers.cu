// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 2 --block 64

__global__ void someMissBad(int *out) {
  if (threadIdx.x < 40)
    __syncthreads(); // expect-error: barrier-divergence
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void leftBefore(int *out, int n) {
  if (threadIdx.x >= 40)
    return;
  __syncthreads();   // expect-warning: barrier-divergence
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void twoBarriersBad(int *out) {
  if (threadIdx.x & 1)
    __syncthreads(); // expect-error: barrier-divergence
  else
    __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void tripCountBad(int *out) {
  for (int i = 0; i < threadIdx.x; ++i)
    __syncthreads(); // expect-error: barrier-divergence
}

__global__ void warpAgainstBlockBad(int *out) {
  if (threadIdx.x < 16)
    __syncwarp();    // expect: deadlock
  else
    __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void reducingFormsOk(int *out) {
  int odd = threadIdx.x & 1;
  if (__syncthreads_count(odd) != 32 || !__syncthreads_or(odd) || __syncthreads_and(odd))
    __trap();
  if (!__syncthreads_and(threadIdx.x < 64) || __syncthreads_or(threadIdx.x >= 64))
    __trap();
}

// Two halves of the block, each with a barrier of its own.
__global__ void namedBarriersOk(int *out) {
  __shared__ int s[64];
  int half = threadIdx.x / 32;
  s[threadIdx.x] = threadIdx.x;
  if (half)
    asm volatile("bar.sync 1, 32;");
  else
    asm volatile("bar.sync 2, 32;");
  out[blockIdx.x * 64 + threadIdx.x] = s[half * 32 + 31 - threadIdx.x % 32];
}

// The first warp produces and goes on, the second waits for it.
__global__ void arriveOk(int *out) {
  __shared__ int s[32];
  if (threadIdx.x < 32) {
    s[threadIdx.x] = threadIdx.x;
    asm volatile("bar.arrive 3, 64;");
  } else {
    asm volatile("bar.sync 3, 64;");
    out[blockIdx.x * 32 + threadIdx.x - 32] = s[63 - threadIdx.x];
  }
}

__global__ void uniformLoopOk(int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  for (int k = 32; k > 0; k /= 2) {
    __syncthreads();
    if (threadIdx.x < k)
      s[threadIdx.x] += s[threadIdx.x + k];
  }
  if (threadIdx.x == 0 && s[0] != 64)
    __trap();
}
