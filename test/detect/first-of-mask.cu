// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The first lane of a mask is one of the warp unless the mask is empty; lanes that match a value are
// at least the own one.

__global__ void matchOk(float *o, const int *key) {
  __shared__ float s[256];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  unsigned m = __match_any_sync(0xffffffffu, key[threadIdx.x]);
  int leader = __ffs(m) - 1;
  if (leader == lane)
    s[(warp << 5) + leader] = key[threadIdx.x];
  __syncwarp();
  o[blockIdx.x * 256 + threadIdx.x] = s[(warp << 5) + leader];
}

__global__ void votedOk(float *o, const int *key) {
  __shared__ float s[256];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  unsigned m = __ballot_sync(0xffffffffu, key[threadIdx.x] > 0);
  if (m) {
    int leader = __ffs(m) - 1;
    if (leader == lane)
      s[(warp << 5) + leader] = key[threadIdx.x];
    __syncwarp();
    o[blockIdx.x * 256 + threadIdx.x] = s[(warp << 5) + leader];
  }
}

// Where no lane votes, the place is the last one of the warp before.
__global__ void noneUnknown(float *o, const int *key) {
  __shared__ float s[257];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  unsigned m = __ballot_sync(0xffffffffu, key[threadIdx.x] > 0);
  int leader = __ffs(m) - 1;
  if (leader == lane)
    s[(warp << 5) + leader + 1] = key[threadIdx.x];
  __syncwarp();
  o[blockIdx.x * 256 + threadIdx.x] = s[(warp << 5) + leader + 1];
}

// So where not all lanes have one value.
__global__ void notAllUnknown(float *o, const int *key) {
  __shared__ float s[257];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, all;
  unsigned m = __match_all_sync(0xffffffffu, key[threadIdx.x], &all);
  int leader = __ffs(m) - 1;
  if (leader == lane)
    s[(warp << 5) + leader + 1] = key[threadIdx.x];
  __syncwarp();
  o[blockIdx.x * 256 + threadIdx.x] = s[(warp << 5) + leader + 1];
}

// The leader's own write and what the others add are not ordered.
__global__ void unorderedBad(float *o, const int *key) {
  __shared__ float s[256];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  unsigned m = __match_any_sync(0xffffffffu, key[threadIdx.x]);
  float *p = &s[(warp << 5) + __ffs(m) - 1];
  if (__ffs(m) - 1 == lane)
    *p = 0; // expect-warning: intra-warp-race
  atomicAdd(p, 1.f);
  __syncwarp();
  o[blockIdx.x * 256 + threadIdx.x] = *p;
}

void run(float *o, const int *key) {
  matchOk<<<8, 256>>>(o, key);
  votedOk<<<8, 256>>>(o, key);
  noneUnknown<<<8, 256>>>(o, key);
  notAllUnknown<<<8, 256>>>(o, key);
  unorderedBad<<<8, 256>>>(o, key);
}
