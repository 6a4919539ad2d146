// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 64

// Every block posts its own flag and waits for that of the block in front of it.
__global__ void chainOk(volatile int *flag, int *part, int *out) {
  part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    flag[blockIdx.x] = 1;
  }
  if (blockIdx.x > 0) {
    if (threadIdx.x == 0) {
      while (flag[blockIdx.x - 1] == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = part[(blockIdx.x - 1) * 64 + threadIdx.x];
  }
}

__global__ void noBarrierBeforeFlagBad(volatile int *flag, int *part, int *out) {
  part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; // expect: inter-block-race
  if (threadIdx.x == 0) {
    __threadfence();
    flag[blockIdx.x] = 1;
  }
  if (blockIdx.x > 0) {
    if (threadIdx.x == 0) {
      while (flag[blockIdx.x - 1] == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = part[(blockIdx.x - 1) * 64 + threadIdx.x];
  }
}

__global__ void noBarrierBehindFlagBad(volatile int *flag, int *part, int *out) {
  part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; // expect: inter-block-race
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    flag[blockIdx.x] = 1;
  }
  if (blockIdx.x > 0) {
    if (threadIdx.x == 0) {
      while (flag[blockIdx.x - 1] == 0) {
      }
      __threadfence();
    }
    out[blockIdx.x * 64 + threadIdx.x] = part[(blockIdx.x - 1) * 64 + threadIdx.x];
  }
}

// A flag an element: the thread waits for the element that it reads.
__global__ void perElementOk(volatile int *ready, float *x, const int *from, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i;
  __threadfence();
  ready[i] = 1;
  int j = from[i];
  while (ready[j] == 0) {
  }
  __threadfence();
  out[i] = x[j];
}

__global__ void otherElementBad(volatile int *ready, float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  x[i] = i; // expect: inter-block-race
  __threadfence();
  ready[i] = 1;
  if (i > 1) {
    while (ready[i - 2] == 0) {
    }
    __threadfence();
    out[i] = x[i - 1]; // allow: global-race intra-warp-race
  }
}

// Blocks of one place in turn; all threads of a block vote on what its first thread has read.
template <bool Waits> __device__ void addInTurn(const float *in, float *sum, int *turn) {
  int seen = -1;
  float *of = sum + blockIdx.x * 64 + threadIdx.x;
  while (Waits && __syncthreads_and(seen != int(blockIdx.z)))
    if (threadIdx.x == 0)
      asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(seen) : "l"(turn + blockIdx.x));
  *of += in[blockIdx.z * gridDim.x * 64 + blockIdx.x * 64 + threadIdx.x]; // allow: inter-block-race
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.global.release.gpu.b32 [%0], %1;" ::"l"(turn + blockIdx.x), "r"(int(blockIdx.z) + 1));
}
__global__ void addInTurnUnknown(const float *in, float *sum, int *turn) { addInTurn<true>(in, sum, turn); }
__global__ void notInTurnBad(const float *in, float *sum, int *turn) {
  addInTurn<false>(in, sum, turn); // expect-error: inter-block-race
}
