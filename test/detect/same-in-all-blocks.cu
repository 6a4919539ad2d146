// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Threads in the same place of their blocks have the same where nothing tells their blocks apart, also
// after they exchange values in their warp or block.

__global__ void shuffledSumOk(const int *__restrict__ a, int *total) {
  int v = a[threadIdx.x];
  for (int d = 16; d; d /= 2)
    v += __shfl_xor_sync(~0u, v, d);
  if (threadIdx.x == 0)
    *total = v; // expect-note: benign-race
}
__global__ void sharedSumOk(const int *__restrict__ a, int *total, int *o) {
  __shared__ int s[128];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    int v = 0;
    for (int i = 0; i < 128; i++)
      v += s[i];
    *total = v; // expect-note: benign-race
  }
  o[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x];
}
__global__ void cellOk(const int *__restrict__ a, int *total) {
  __shared__ int s[128];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  total[threadIdx.x] = s[127 - threadIdx.x]; // expect-note: benign-race
}
__global__ void ballotOk(const int *__restrict__ a, unsigned *total) {
  unsigned b = __ballot_sync(~0u, a[threadIdx.x] > 3);
  if (threadIdx.x == 0) *total = b; // expect-note: benign-race
}
__global__ void ofBlockBad(const int *__restrict__ a, int *total) {
  int v = a[blockIdx.x * 32 + threadIdx.x];
  for (int d = 16; d; d /= 2)
    v += __shfl_xor_sync(~0u, v, d);
  if (threadIdx.x == 0)
    *total = v; // expect: inter-block-race
}
__global__ void sharedOfBlockBad(const int *__restrict__ a, int *total) {
  __shared__ int s[128];
  s[threadIdx.x] = a[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  total[threadIdx.x] = s[127 - threadIdx.x]; // expect: inter-block-race
}
__global__ void branchBad(const int *__restrict__ a, int *total) {
  __shared__ int s[128];
  s[threadIdx.x] = a[threadIdx.x];
  if (blockIdx.x == 1)
    s[threadIdx.x] = 1;
  __syncthreads();
  total[threadIdx.x] = s[127 - threadIdx.x]; // expect: inter-block-race
}
__global__ void placeBad(const int *__restrict__ a, int *total) {
  __shared__ int s[128];
  s[threadIdx.x ^ blockIdx.x] = a[threadIdx.x];
  __syncthreads();
  total[threadIdx.x] = s[127 - threadIdx.x]; // expect: inter-block-race
}
__global__ void turnsBad(const int *__restrict__ a, int *total) {
  int v = a[threadIdx.x];
  for (int i = 0; i < blockIdx.x; i++)
    v += __shfl_xor_sync(~0u, v, 1);
  if (threadIdx.x == 0)
    *total = v; // expect: inter-block-race
}
__global__ void someLanesBad(const int *__restrict__ a, int *total) {
  unsigned v = 0;
  if (threadIdx.x > blockIdx.x)
    v = __ballot_sync(__activemask(), a[threadIdx.x] > 3);
  if (threadIdx.x == 31)
    *total = v; // expect: inter-block-race
}
__global__ void addedBad(int *total, int *count) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = atomicAdd(count, 1);
  __syncthreads();
  total[threadIdx.x] = s; // expect: inter-block-race
}
__global__ void drawnBad(int *total) {
  __shared__ int n, s[128];
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  int at = atomicAdd(&n, 1);
  s[threadIdx.x] = at;
  __syncthreads();
  total[threadIdx.x] = s[127 - threadIdx.x]; // expect: inter-block-race
}
__global__ void clockBad(int *total) {
  __shared__ int s[128];
  s[threadIdx.x] = clock();
  __syncthreads();
  total[threadIdx.x] = s[127 - threadIdx.x]; // expect: inter-block-race
}
__global__ void writtenBad(int *a, int *total) {
  __shared__ int s[128];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x + 128 * (blockIdx.x + 1)] = 3;
  __syncthreads();
  total[threadIdx.x] = s[127 - threadIdx.x]; // expect: inter-block-race
}
__global__ void otherThreadBad(const int *__restrict__ a, int *total) {
  __shared__ int s[128];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == blockIdx.x)
    *total = s[127 - threadIdx.x]; // expect: inter-block-race
}
void host(int *a, int *b) {
  shuffledSumOk<<<32, 32>>>(a, b);
  ballotOk<<<32, 32>>>(a, (unsigned *)b);
  sharedSumOk<<<32, 128>>>(a, b, b + 1);
  cellOk<<<32, 128>>>(a, b);
  ofBlockBad<<<32, 32>>>(a, b);
  sharedOfBlockBad<<<32, 128>>>(a, b);
  branchBad<<<32, 128>>>(a, b);
  placeBad<<<32, 128>>>(a, b);
  turnsBad<<<32, 32>>>(a, b);
  someLanesBad<<<30, 32>>>(a, b);
  addedBad<<<32, 128>>>(a, b);
  drawnBad<<<32, 128>>>(a);
  clockBad<<<32, 128>>>(a);
  writtenBad<<<32, 128>>>(a, b);
  otherThreadBad<<<32, 128>>>(a, b);
}
