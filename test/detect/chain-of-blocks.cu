// Each block waits for the one before it, and goes on from what that has left.
// RUN: %check-findings %s

__global__ void firstThreadWaitsOk(volatile int *ready, float *x) {
  if (threadIdx.x == 0 && blockIdx.x > 0) {
    while (ready[blockIdx.x - 1] == 0)
      ;
    __threadfence();
  }
  __syncthreads();
  float v = blockIdx.x ? x[(blockIdx.x - 1) * 32 + threadIdx.x] : 0;
  x[blockIdx.x * 32 + threadIdx.x] = v + 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    ready[blockIdx.x] = 1;
}

__global__ void pollByAtomicOk(int *ready, float *x) {
  if (threadIdx.x == 0) {
    while (atomicAdd(&ready[blockIdx.x], 0) == 0)
      ;
    __threadfence();
  }
  __syncthreads();
  float v = x[blockIdx.x * 32 + threadIdx.x];
  x[(blockIdx.x + 1) * 32 + threadIdx.x] = v + 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(&ready[blockIdx.x + 1], 1);
}

// What the block before the last one has left, the one in between has waited for.
__global__ void twoBeforeUnknown(volatile int *ready, float *x) {
  if (threadIdx.x == 0 && blockIdx.x > 0) {
    while (ready[blockIdx.x - 1] == 0)
      ;
    __threadfence();
  }
  __syncthreads();
  float v = blockIdx.x > 1 ? x[(blockIdx.x - 2) * 32 + threadIdx.x] : 0;
  x[blockIdx.x * 32 + threadIdx.x] = v + 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    ready[blockIdx.x] = 1;
}

// Without a fence after the wait.
__global__ void noFenceBad(volatile int *ready, float *x) {
  if (threadIdx.x == 0 && blockIdx.x > 0)
    while (ready[blockIdx.x - 1] == 0)
      ;
  __syncthreads();
  float v = blockIdx.x ? x[(blockIdx.x - 1) * 32 + threadIdx.x] : 0; // expect: unlocked-access
  x[blockIdx.x * 32 + threadIdx.x] = v + 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    ready[blockIdx.x] = 1;
}

void launch(int *ready, float *x) {
  firstThreadWaitsOk<<<64, 32>>>(ready, x);
  pollByAtomicOk<<<64, 32>>>(ready, x);
  twoBeforeUnknown<<<64, 32>>>(ready, x);
  noFenceBad<<<64, 32>>>(ready, x);
}
