// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A cell holds the number of whose turn it is: each waits for its own one, and stores whose is next.

__device__ void wait(int *turn, int me) {
  if (threadIdx.x == 0) {
    while (*(volatile int *)turn != me) {
    }
    __threadfence();
  }
  __syncthreads();
}
__device__ void pass(int *turn, int next) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    *(volatile int *)turn = next;
}

__global__ void oneThreadOk(const float *part, float *sum, int *turn) {
  if (threadIdx.x != 0)
    return;
  while (*(volatile int *)turn != blockIdx.x) {
  }
  __threadfence();
  *sum += part[blockIdx.x];
  __threadfence();
  *(volatile int *)turn = blockIdx.x + 1;
}
__global__ void oneThreadBad(const float *part, float *sum, int *turn) {
  if (threadIdx.x != 0)
    return;
  while (*(volatile int *)turn != blockIdx.x) {
  }
  *sum += part[blockIdx.x]; // expect-error: unlocked-access
  *(volatile int *)turn = blockIdx.x + 1;
}

__global__ void rowsOk(const float *part, float *sum, int *turn) {
  int me = blockIdx.y, i = blockIdx.x * 128 + threadIdx.x;
  wait(&turn[blockIdx.x], me);
  float v = part[me * gridDim.x * 128 + i];
  sum[i] = me == 0 ? v : sum[i] + v;
  pass(&turn[blockIdx.x], me + 1 == gridDim.y ? 0 : me + 1);
}
__global__ void noFenceBad(const float *part, float *sum, int *turn) {
  int me = blockIdx.y, i = blockIdx.x * 128 + threadIdx.x;
  wait(&turn[blockIdx.x], me);
  sum[i] += part[me * gridDim.x * 128 + i]; // expect-error: unlocked-access
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(&turn[blockIdx.x], me + 1);
}
__global__ void noBarrierBad(const float *part, float *sum, int *turn) {
  int me = blockIdx.y, i = blockIdx.x * 128 + threadIdx.x;
  wait(&turn[blockIdx.x], me);
  sum[i] += part[me * gridDim.x * 128 + i]; // expect-error: inter-block-race
  __threadfence();
  if (threadIdx.x == 0)
    atomicExch(&turn[blockIdx.x], me + 1);
}
__global__ void neighbourBad(const float *part, float *sum, int *turn) {
  int me = blockIdx.y, i = blockIdx.x * 127 + threadIdx.x;
  wait(&turn[blockIdx.x], me);
  sum[i] += part[me * gridDim.x * 128 + i]; // expect-error: unlocked-access
  pass(&turn[blockIdx.x], me + 1);
}
__global__ void releaseOk(const float *part, float *sum, int *turn) {
  int me = blockIdx.x, seen;
  if (threadIdx.x == 0)
    do
      asm volatile("ld.acquire.gpu.global.b32 %0, [%1];" : "=r"(seen) : "l"(turn) : "memory");
    while (seen != me);
  __syncthreads();
  sum[threadIdx.x] += part[me * 128 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.release.gpu.global.b32 [%0], %1;" ::"l"(turn), "r"(me + 1) : "memory");
}

// Whose turn is first need not wait.
__global__ void firstOk(const float *part, float *sum, int *turn) {
  int me = blockIdx.x;
  if (me > 0) {
    wait(turn, me);
    sum[threadIdx.x] += part[me * 128 + threadIdx.x];
  } else {
    sum[threadIdx.x] = part[threadIdx.x];
  }
  pass(turn, me + 1);
}
__global__ void twoFirstBad(const float *part, float *sum, int *turn) {
  int me = blockIdx.x > 0 ? blockIdx.x - 1 : 0;
  if (me > 0)
    wait(turn, me);
  sum[threadIdx.x] += part[blockIdx.x * 128 + threadIdx.x]; // expect-warning: inter-block-race
  pass(turn, me + 1);
}
__global__ void firstBehindBad(float *sum, int *turn) {
  int me = blockIdx.x;
  if (me > 0)
    wait(turn, me);
  pass(turn, me + 1);
  if (me == 0)
    sum[threadIdx.x] += 1; // expect-error: inter-block-race
  if (me == 1)
    sum[threadIdx.x] += 1;
}
__global__ void firstOftenBad(float *sum, int *turn, int n) {
  int me = blockIdx.x;
  for (int i = 0; i < n; ++i) {
    if (me > 0)
      wait(turn, me);
    sum[threadIdx.x] += 1; // expect-warning: inter-block-race
    pass(turn, (me + 1) % gridDim.x);
  }
}

// The last one leaves the cell as it was: its store gives the turn to nobody and needs no fence.
__device__ void add(float *sum, const float *part, int *turn) {
  int me = blockIdx.y, at = blockIdx.x * 128 + threadIdx.x;
  wait(&turn[blockIdx.x], me);
  float v = part[me * gridDim.x * 128 + at];
  sum[at] = me == 0 ? v : sum[at] + v; // expect-error: unlocked-access
}
__device__ void passOrReset(int *turn, bool last) {
  __syncthreads();
  if (threadIdx.x == 0) {
    if (last) {
      turn[0] = 0;
      return;
    }
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(turn), "r"(1));
  }
}
__global__ void resetAtEndOk(const float *part, float *sum, int *turn, int slices) {
  add(sum, part, turn);
  passOrReset(&turn[blockIdx.x], blockIdx.y == slices - 1);
}
__global__ void resetNoFenceBad(const float *part, float *sum, int *turn, int slices) {
  add(sum, part, turn);
  __syncthreads();
  if (threadIdx.x == 0) {
    if (blockIdx.y == slices - 1)
      turn[blockIdx.x] = 0;
    else
      atomicAdd(&turn[blockIdx.x], 1);
  }
}
// Who has the first turn may come again.
__global__ void resetInLoopBad(float *sum, int *turn, int n) {
  int me = blockIdx.x;
  for (int i = 0; i < n; ++i) {
    wait(turn, me);
    sum[threadIdx.x] += 1; // expect-error: unlocked-access
    __syncthreads();
    if (threadIdx.x == 0) {
      if (me == gridDim.x - 1) {
        atomicExch(turn, 0);
      } else {
        __threadfence();
        atomicAdd(turn, 1);
      }
    }
  }
}

// Two blocks wait for one number.
__global__ void pairsUnknown(float *sum, int *turn) {
  int me = blockIdx.x / 2;
  wait(turn, me);
  sum[threadIdx.x] += 1;
  pass(turn, me + 1);
}
__global__ void narrowUnknown(float *sum, unsigned char *turn) {
  unsigned char me = blockIdx.x;
  if (threadIdx.x == 0) {
    while (*(volatile unsigned char *)turn != me) {
    }
    __threadfence();
  }
  __syncthreads();
  sum[threadIdx.x] += 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    *(volatile unsigned char *)turn = me + 1;
}
__global__ void resetUnknown(float *sum, int *turn) {
  int me = blockIdx.x;
  if (me == 3 && threadIdx.x == 0)
    *(volatile int *)turn = 0;
  wait(turn, me);
  sum[threadIdx.x] += 1;
  pass(turn, me + 1);
}

void run(const float *part, float *sum, int *turn, unsigned char *bytes, int n) {
  resetAtEndOk<<<dim3(n, 8), 128>>>(part, sum, turn, 8);
  resetNoFenceBad<<<dim3(n, 8), 128>>>(part, sum, turn, 8);
  resetInLoopBad<<<n, 128>>>(sum, turn, n);
  oneThreadOk<<<n, 32>>>(part, sum, turn);
  oneThreadBad<<<n, 32>>>(part, sum, turn);
  rowsOk<<<dim3(16, 4), 128>>>(part, sum, turn);
  noFenceBad<<<dim3(16, 4), 128>>>(part, sum, turn);
  noBarrierBad<<<dim3(16, 4), 128>>>(part, sum, turn);
  neighbourBad<<<dim3(16, 4), 128>>>(part, sum, turn);
  releaseOk<<<n, 128>>>(part, sum, turn);
  firstOk<<<n, 128>>>(part, sum, turn);
  twoFirstBad<<<n, 128>>>(part, sum, turn);
  firstBehindBad<<<n, 128>>>(sum, turn);
  firstOftenBad<<<n, 128>>>(sum, turn, n);
  pairsUnknown<<<n, 128>>>(sum, turn);
  narrowUnknown<<<n, 128>>>(sum, bytes);
  resetUnknown<<<n, 128>>>(sum, turn);
}
