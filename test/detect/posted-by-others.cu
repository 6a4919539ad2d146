// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Many blocks store, behind a barrier, but not all of them post the flag or come to the counter that
// the reader waits for.

__device__ void awaitFlag(volatile int *flag, int most) {
  if (threadIdx.x == 0) {
    while (*flag < most) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void firstBlockPostsBad(volatile int *flag, float *slots, float *out) {
  if (blockIdx.x < 8) {
    slots[blockIdx.x * 128 + threadIdx.x] = threadIdx.x; // expect-error: inter-block-race
    __threadfence();
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x == 0)
      *flag = 1;
  } else {
    awaitFlag(flag, 1);
    for (int i = 0; i < 8; ++i)
      out[(blockIdx.x * 8 + i) * 128 + threadIdx.x] = slots[i * 128 + threadIdx.x];
  }
}
__global__ void firstBlockPostsOk(volatile int *flag, float *slots, float *out) {
  if (blockIdx.x == 0) {
    slots[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      *flag = 1;
  } else {
    awaitFlag(flag, 1);
    out[blockIdx.x * 128 + threadIdx.x] = slots[threadIdx.x];
  }
}
__global__ void namedBlockPostsBad(volatile int *flag, float *slots, float *out, const int *__restrict__ who) {
  if (blockIdx.x < 8) {
    slots[blockIdx.x * 128 + threadIdx.x] = threadIdx.x; // expect: inter-block-race
    __threadfence();
    __syncthreads();
    if (blockIdx.x == who[0] && threadIdx.x == 0)
      *flag = 1;
  } else {
    awaitFlag(flag, 1);
    for (int i = 0; i < 8; ++i)
      out[(blockIdx.x * 8 + i) * 128 + threadIdx.x] = slots[i * 128 + threadIdx.x];
  }
}
__global__ void halfCountBad(int *count, float *slots, float *out) {
  if (blockIdx.x < 8) {
    slots[blockIdx.x * 128 + threadIdx.x] = threadIdx.x; // expect: inter-block-race
    __threadfence();
    __syncthreads();
    if (blockIdx.x < 4 && threadIdx.x == 0)
      atomicAdd(count, 1);
  } else {
    awaitFlag(count, 4);
    for (int i = 0; i < 8; ++i)
      out[(blockIdx.x * 8 + i) * 128 + threadIdx.x] = slots[i * 128 + threadIdx.x];
  }
}
__global__ void allCountOk(int *count, float *slots, float *out) {
  if (blockIdx.x < 8) {
    slots[blockIdx.x * 128 + threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicAdd(count, 1);
  } else {
    awaitFlag(count, 8);
    for (int i = 0; i < 8; ++i)
      out[(blockIdx.x * 8 + i) * 128 + threadIdx.x] = slots[i * 128 + threadIdx.x];
  }
}

void run(int *flag, float *slots, float *out, int *who) {
  firstBlockPostsBad<<<16, 128>>>(flag, slots, out);
  firstBlockPostsOk<<<16, 128>>>(flag, slots, out);
  namedBlockPostsBad<<<16, 128>>>(flag, slots, out, who);
  halfCountBad<<<16, 128>>>(flag, slots, out);
  allCountOk<<<16, 128>>>(flag, slots, out);
}
