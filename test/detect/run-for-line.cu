// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// No launch in sight: a kernel that lets one thread along x act is run as a line, one that asks for rows
// is judged with rows.
__global__ void drawsUnknown(int *next, int *out, int groups) {
  __shared__ int at;
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  for (;;) {
    if (threadIdx.x == 0)
      at = atomicAdd(next, 1);
    __syncthreads();
    const int group = at;
    __syncthreads();
    if (group >= groups)
      return;
    int place = tid;
    for (int i = 2; i < group; ++i)
      place = (place * i) ^ (place >> 1);
    out[place] = tid;
  }
}

__global__ void rowsBad(int *next, int *out, int groups) {
  __shared__ int at;
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  for (;;) {
    if (threadIdx.x == 0)
      at = atomicAdd(next, 1); // expect-error: shared-race
    __syncthreads();
    const int group = at;
    __syncthreads();
    if (group >= groups)
      return;
    int place = tid;
    for (int i = 2; i < group; ++i)
      place = (place * i) ^ (place >> 1);
    out[place] = threadIdx.y;
  }
}
