// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A vote of all lanes is one value for a block of one warp, and for no wider block.
__global__ void oneWarpOk(const unsigned short *tags, int *out, int wanted) {
  __shared__ int tile[32];
  int tag = tags[blockIdx.x * 32 + threadIdx.x];
  unsigned found = __ballot_sync(0xffffffff, tag == wanted);
  if (__ffs(found) == 0)
    return;
  tile[threadIdx.x] = found + threadIdx.x;
  __syncthreads(); // allow: redundant-barrier
  out[blockIdx.x * 32 + threadIdx.x] = tile[31 - threadIdx.x];
}

__global__ void twoWarpsBad(const unsigned short *tags, int *out, int wanted) {
  __shared__ int tile[64];
  int tag = tags[blockIdx.x * 64 + threadIdx.x];
  unsigned found = __ballot_sync(0xffffffff, tag == wanted);
  if (__ffs(found) == 0)
    return;
  tile[threadIdx.x] = found + threadIdx.x;
  __syncthreads(); // expect: barrier-divergence
  out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}

// Each half votes for itself.
__global__ void twoHalvesBad(const unsigned short *tags, int *out, int wanted) {
  __shared__ int tile[32];
  int tag = tags[blockIdx.x * 32 + threadIdx.x];
  unsigned found = __ballot_sync(0xffffu << (threadIdx.x & 16), tag == wanted);
  if (found == 0)
    return;
  tile[threadIdx.x] = found + threadIdx.x;
  __syncthreads(); // expect: barrier-divergence
  out[blockIdx.x * 32 + threadIdx.x] = tile[31 - threadIdx.x];
}

void launches(const unsigned short *tags, int *out, int wanted, int n) {
  oneWarpOk<<<n, 32>>>(tags, out, wanted);
  twoWarpsBad<<<n, 64>>>(tags, out, wanted);
  twoHalvesBad<<<n, 32>>>(tags, out, wanted);
}
