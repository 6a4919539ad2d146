// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: %cuda-fix %s --checks=synchronization --kernel=endsUnknown --no-repair 2>&1 | FileCheck %s
// Many counters hand out tickets: each has a range of its own, as where they start at the ends of
// the rows that are filled. Counters that the kernel starts at a constant have none.

// CHECK: free for launches with counters of 'end' that lead to ranges of their own
__global__ void endsUnknown(int *end, const long *expert, long *place, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) {
    int at = atomicSub(end + expert[i], 1);
    place[at - 1] = i;
  }
}

__global__ void halvedBad(int *end, const long *expert, long *place, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) {
    int at = atomicSub(end + expert[i], 1);
    place[at / 2] = i; // expect-warning: global-race inter-block-race
  }
}

#define COUNTERS                                                                                   \
  __shared__ int count[16], list[256];                                                             \
  int i = threadIdx.x + blockIdx.x * blockDim.x;                                                   \
  if (threadIdx.x < 16)                                                                            \
    count[threadIdx.x] = 0;                                                                        \
  __syncthreads();

__global__ void fromZeroBad(const int *bin, int *out, int n) {
  COUNTERS
  if (i < n)
    list[atomicAdd(count + bin[i] % 16, 1)] = i; // expect-warning: shared-race
  __syncthreads();
  out[i] = list[threadIdx.x];
}

__global__ void fromZeroInBlockBad(const int *bin, int *out, int n) {
  COUNTERS
  if (i < n)
    out[blockIdx.x * 256 + atomicAdd(count + bin[i] % 16, 1)] = i; // expect-warning: global-race
}

__global__ void behindStartUnknown(const int *bin, const int *start, int *out, int n) {
  COUNTERS
  if (i < n)
    list[start[bin[i] % 16] + atomicAdd(count + bin[i] % 16, 1)] = i;
  __syncthreads();
  out[i] = list[threadIdx.x];
}

__global__ void oneCounterOk(const int *bin, int *out, int n) {
  COUNTERS
  if (i < n)
    list[atomicAdd(count + 3, 1)] = i;
  __syncthreads();
  out[i] = list[threadIdx.x];
}

void run(int *end, const long *expert, long *place, const int *bin, int *out, int n) {
  const int blocks = (n + 255) / 256;
  endsUnknown<<<blocks, 256>>>(end, expert, place, n);
  halvedBad<<<blocks, 256>>>(end, expert, place, n);
  fromZeroBad<<<blocks, 256>>>(bin, out, n);
  fromZeroInBlockBad<<<blocks, 256>>>(bin, out, n);
  behindStartUnknown<<<blocks, 256>>>(bin, bin, out, n);
  oneCounterOk<<<blocks, 256>>>(bin, out, n);
}
