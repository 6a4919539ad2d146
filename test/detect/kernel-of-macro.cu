// Kernels that a macro writes: all that they do stands at one line and column.
// RUN: %check-findings %s

#define ADD_LOCKED(name, fence)                                                                    \
  __global__ void name(float *sum, const float *x, int *lock) {                                    \
    if (threadIdx.x != 0)                                                                          \
      return;                                                                                      \
    while (atomicCAS(lock, 0, 1) != 0)                                                             \
      ;                                                                                            \
    fence;                                                                                         \
    *sum += x[blockIdx.x];                                                                         \
    fence;                                                                                         \
    atomicExch(lock, 0);                                                                           \
  }
ADD_LOCKED(addLockedBad, ) // expect: unlocked-access
ADD_LOCKED(addLockedOk, __threadfence())

#define REVERSE(name, barrier)                                                                     \
  __global__ void name(float *x, int n) {                                                          \
    __shared__ float tile[128];                                                                    \
    if (blockIdx.x == 3)                                                                           \
      return;                                                                                      \
    tile[threadIdx.x] = x[blockIdx.x * 128 + threadIdx.x];                                         \
    barrier;                                                                                       \
    x[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];                                   \
  }
REVERSE(reverseBad, ) // expect: shared-race
REVERSE(reverseOk, __syncthreads())

// Threads that leave early, and those that a branch keeps from the barrier.
#define HALF(name, leave)                                                                          \
  __global__ void name(float *x) {                                                                 \
    if (threadIdx.x > 63) {                                                                        \
      leave;                                                                                       \
    } else {                                                                                       \
      __syncthreads();                                                                             \
      x[threadIdx.x] += 1;                                                                         \
    }                                                                                              \
  }
HALF(halfBad, ) // expect: barrier-divergence

void launch(float *x) {
  reverseBad<<<8, 128>>>(x, 1);
  reverseOk<<<8, 128>>>(x, 1);
  halfBad<<<1, 128>>>(x);
}
