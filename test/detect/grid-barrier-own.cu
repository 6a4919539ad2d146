// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Barriers over the grid that kernels make of atomic operations.

// All wait until a counter has grown by the number of blocks.
__device__ void goalBarrier(unsigned *count, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1);
    while (*(volatile unsigned *)count < goal)
      ;
    __threadfence();
  }
  __syncthreads();
}

__global__ void goalOk(float *a, float *b, unsigned *count, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned goal = 0;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    goal += gridDim.x;
    goalBarrier(count, goal);
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]);
    goal += gridDim.x;
    goalBarrier(count, goal);
  }
}

// Half of the blocks are enough for the first wait.
__global__ void goalHalfUnknown(float *a, float *b, unsigned *count, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned goal = 0;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    goal += gridDim.x / 2;
    goalBarrier(count, goal);
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]);
    goal += gridDim.x;
    goalBarrier(count, goal);
  }
}

// Nothing stands between the end of a turn and the next one.
__global__ void goalOnceBad(float *a, float *b, unsigned *count, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]); // expect: global-race, expect: inter-block-race, allow: intra-warp-race
    goalBarrier(count, (s + 1) * gridDim.x);
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]); // allow: global-race, allow: inter-block-race, allow: intra-warp-race
  }
}

// The block meets, but no others: the barrier of the grid is left out.
__global__ void blockOnlyBad(float *a, float *b, unsigned *count, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]); // expect: inter-block-race
    goalBarrier(count, (s + 1) * gridDim.x);
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]); // allow: inter-block-race
    __syncthreads();
  }
}

// Some blocks do not come in odd turns.
__global__ void someBlocksBad(float *a, float *b, unsigned *count, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]); // expect-error: global-race, allow: inter-block-race
    if (blockIdx.x < 4 || s % 2 == 0)
      goalBarrier(count, (2 * s + 1) * gridDim.x);
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]);
    if (blockIdx.x < 4 || s % 2 == 0)
      goalBarrier(count, (2 * s + 2) * gridDim.x);
  }
}

// The last one to come takes the counter back and begins the next generation.
__device__ void turnBarrier(unsigned *count, volatile unsigned *turn) {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned mine = *turn;
    __threadfence();
    if (atomicAdd(count, 1) == gridDim.x - 1) {
      *count = 0;
      __threadfence();
      *turn = mine + 1;
    } else {
      while (*turn == mine)
        ;
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void turnOk(float *a, float *b, unsigned *count, unsigned *turn, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    turnBarrier(count, turn);
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]);
    turnBarrier(count, turn);
  }
}

// The others go on before the counter is taken back: they may come to the next one sooner.
__device__ void lateResetBarrier(unsigned *count, volatile unsigned *turn) {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned mine = *turn;
    __threadfence();
    if (atomicAdd(count, 1) == gridDim.x - 1) {
      *turn = mine + 1;
      __threadfence();
      *count = 0; // allow: inter-block-race
    } else {
      while (*turn == mine)
        ;
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void lateResetUnknown(float *a, float *b, unsigned *count, unsigned *turn, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    lateResetBarrier(count, turn);
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]);
    lateResetBarrier(count, turn);
  }
}

// Without a fence the next generation may be seen before the counter is taken back.
__device__ void bareResetBarrier(unsigned *count, volatile unsigned *turn) {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned mine = *turn;
    __threadfence();
    if (atomicAdd(count, 1) == gridDim.x - 1) {
      __threadfence();
      *count = 0;
      *turn = mine + 1;
    } else {
      while (*turn == mine)
        ;
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void bareResetUnknown(float *a, float *b, unsigned *count, unsigned *turn, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    bareResetBarrier(count, turn);
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]);
    bareResetBarrier(count, turn);
  }
}

// 16 rows of threads each have a first one.
__global__ void rowsUnknown(float *a, float *b, unsigned *count, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]); // allow: benign-race
    goalBarrier(count, (2 * s + 1) * gridDim.x);
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]); // allow: benign-race
    goalBarrier(count, (2 * s + 2) * gridDim.x);
  }
}

// So do the columns, where the kernel numbers threads by y alone.
__global__ void columnsUnknown(float *a, float *b, unsigned *count, int n, int steps) {
  const int i = blockIdx.x * blockDim.y + threadIdx.y;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]); // allow: benign-race
    __syncthreads();
    if (threadIdx.y == 0) {
      __threadfence();
      atomicAdd(count, 1);
      while (*(volatile unsigned *)count < (2 * s + 1) * gridDim.x)
        ;
      __threadfence();
    }
    __syncthreads();
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]); // allow: benign-race
    __syncthreads();
    if (threadIdx.y == 0) {
      __threadfence();
      atomicAdd(count, 1);
      while (*(volatile unsigned *)count < (2 * s + 2) * gridDim.x)
        ;
      __threadfence();
    }
    __syncthreads();
  }
}

// The number of blocks is an argument.
__global__ void givenOk(float *a, float *b, unsigned *count, int n, int steps, unsigned blocks) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    goalBarrier(count, (2 * s + 1) * blocks);
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]);
    goalBarrier(count, (2 * s + 2) * blocks);
  }
}

// The first block turns the highest bit when all have come.
__device__ void signBarrier(unsigned *arrived) {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned mine = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1u;
    __threadfence();
    const unsigned found = atomicAdd(arrived, mine);
    while (((found ^ *(volatile unsigned *)arrived) & 0x80000000u) == 0)
      ;
    __threadfence();
  }
  __syncthreads();
}

__global__ void signOk(float *a, float *b, unsigned *arrived, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    signBarrier(arrived);
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]);
    signBarrier(arrived);
  }
}

// Without a fence the others may see the counter before what was stored.
__device__ void bareBarrier(unsigned *arrived) {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned mine = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1u;
    const unsigned found = atomicAdd(arrived, mine);
    while (((found ^ *(volatile unsigned *)arrived) & 0x80000000u) == 0)
      ;
  }
  __syncthreads();
}

__global__ void bareBad(float *a, float *b, unsigned *arrived, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    if (i > 0 && i < n - 1)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]); // expect: unlocked-access
    bareBarrier(arrived);
    if (i > 0 && i < n - 1)
      a[i] = 0.5f * (b[i - 1] + b[i + 1]);
    bareBarrier(arrived);
  }
}

void run(float *a, float *b, unsigned *count, unsigned *turn, int n, int steps) {
  const int blocks = (n + 255) / 256;
  goalOk<<<blocks, 256>>>(a, b, count, n, steps);
  goalHalfUnknown<<<blocks, 256>>>(a, b, count, n, steps);
  goalOnceBad<<<blocks, 256>>>(a, b, count, n, steps);
  blockOnlyBad<<<blocks, 256>>>(a, b, count, n, steps);
  someBlocksBad<<<blocks, 256>>>(a, b, count, n, steps);
  turnOk<<<blocks, 256>>>(a, b, count, turn, n, steps);
  lateResetUnknown<<<blocks, 256>>>(a, b, count, turn, n, steps);
  bareResetUnknown<<<blocks, 256>>>(a, b, count, turn, n, steps);
  rowsUnknown<<<blocks, dim3(64, 16)>>>(a, b, count, n, steps);
  columnsUnknown<<<blocks, dim3(32, 8)>>>(a, b, count, n, steps);
  givenOk<<<blocks, 256>>>(a, b, count, n, steps, blocks);
  signOk<<<blocks, 256>>>(a, b, count, n, steps);
  bareBad<<<blocks, 256>>>(a, b, count, n, steps);
}
