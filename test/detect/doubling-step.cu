// SPDX-License-Identifier: Apache-2.0
// Variables that grow like 2 x + c: the levels of a tree that is walked from the root.
// RUN: %check-findings %s --block-dim 256

__global__ void downTreeOk(int *out, const int *in) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  int offset = blockDim.x;
  int last = offset >> 1;
  for (int d = 0; d < last; d <<= 1) {
    d += 1;
    offset >>= 1;
    __syncthreads();
    if (threadIdx.x < d) {
      int ai = offset * (threadIdx.x + 1) - 1;
      int bi = ai + (offset >> 1);
      s[bi] += s[ai];
    }
  }
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}

// Nodes 0, 1 and 2, 3 to 6, ...: the children of node i are 2 i + 1 and 2 i + 2.
__global__ void levelsOk(int *node) {
  __shared__ int tree[511];
  if (threadIdx.x == 0)
    tree[0] = node[blockIdx.x * 256];
  for (int first = 0; first < 255; first = 2 * first + 1) {
    int at = first + threadIdx.x;
    if (at <= 2 * first)
      for (int c = 1; c <= 2; ++c)
        tree[2 * at + c] = tree[at] + c;
    __syncthreads();
  }
  node[blockIdx.x * 256 + threadIdx.x] = tree[threadIdx.x + 255];
}

__global__ void oneNodeTooManyBad(int *node) {
  __shared__ int tree[511];
  if (threadIdx.x == 0)
    tree[0] = node[blockIdx.x * 256];
  for (int first = 0; first < 255; first = 2 * first + 1) {
    int at = first + threadIdx.x;
    if (at <= 2 * first + 1)
      for (int c = 1; c <= 2; ++c)
        tree[2 * at + c] = tree[at] + c; // expect-error: shared-race
    __syncthreads();
  }
  node[blockIdx.x * 256 + threadIdx.x] = tree[threadIdx.x + 255];
}
