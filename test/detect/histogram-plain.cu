// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// An increment through a data-dependent index without an atomic.
__global__ void plainIncrementBad(const unsigned char *data, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bins[data[i]]++; // expect: global-race inter-block-race
}

// Whatever is counted: with a weight that is one for all.
__global__ void weightedBad(const int *data, float *bins, float weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bins[data[i]] += weight; // expect: global-race inter-block-race
}

__global__ void atomicIncrementOk(const unsigned char *data, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[data[i]], 1);
}

// The first lane of those with one key adds how many they are: other warps have the key, too.
__global__ void matchedBad(const int *key, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = i < n ? key[i] : -1;
  unsigned same = __match_any_sync(~0u, k);
  if (k >= 0 && __ffs(same) - 1 == threadIdx.x % 32)
    bins[k] += __popc(same); // expect: global-race inter-block-race
}
// Each warp has bins of its own, and of lanes with one key only one adds.
__global__ void matchedOfWarpUnknown(const int *key, int *bins) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned same = __match_any_sync(~0u, k);
  if (__ffs(same) - 1 == threadIdx.x % 32)
    bins[warp * 16 + k] += __popc(same);
}
void run(const int *key, int *bins) { matchedOfWarpUnknown<<<8, 256>>>(key, bins); }
