// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Who lowers a minimum writes where it lies: several do so, one after the other, in any order.
__global__ void argminBad(const int *v, int n, int *out) {
  __shared__ int best, at;
  if (threadIdx.x == 0) {
    best = 1 << 30;
    at = -1;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int old = atomicMin(&best, v[i]);
    if (v[i] < old)
      at = i; // expect: shared-race
  }
  __syncthreads();
  if (threadIdx.x == 0)
    *out = at;
}

__global__ void argmaxBad(const int *v, int n, int *best, int *at) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && v[i] > atomicMax(best, v[i]))
    *at = i; // expect: global-race inter-block-race
}

// The place goes along with the value.
__global__ void packedOk(const unsigned *v, int n, unsigned long long *out) {
  __shared__ unsigned long long best;
  if (threadIdx.x == 0)
    best = ~0ull;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicMin(&best, (unsigned long long)v[i] << 32 | i);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = best;
}

// One thread is elected.
__global__ void electedOk(const int *v, int n, int *taken, int *at) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicCAS(taken, 0, 1) == 0)
    *at = v[i];
}

void run(const int *v, int n, int *best, int *at, unsigned long long *packed) {
  argminBad<<<1, 256>>>(v, n, at);
  argmaxBad<<<(n + 255) / 256, 256>>>(v, n, best, at);
  packedOk<<<1, 256>>>((const unsigned *)v, n, packed);
  electedOk<<<(n + 255) / 256, 256>>>(v, n, best, at);
}
