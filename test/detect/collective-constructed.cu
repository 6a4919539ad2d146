// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Storage of collectives over a type with a constructor: it is not constructed where it is declared.
#include <cub/cub.cuh>

struct Best {
  int at = -1;
  float key = -3e38f;
  __device__ void insert(float k, int i) {
    if (k > key)
      key = k, at = i;
  }
};
__device__ Best better(const Best &a, const Best &b) { return a.key > b.key ? a : b; }

__global__ void oneTopOk(const float *in, int *out, int n) {
  typedef cub::BlockReduce<Best, 256> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  Best mine;
  for (int i = threadIdx.x; i < n; i += 256)
    mine.insert(in[blockIdx.x * n + i], i);
  Best top = Reduce(storage).Reduce(mine, better);
  if (threadIdx.x == 0)
    out[blockIdx.x] = top.at;
}

// The barrier that stands between two uses of the storage.
__global__ void topTwoOk(float *in, int *out, int n) {
  typedef cub::BlockReduce<Best, 256> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  for (int round = 0; round < 2; ++round) {
    Best mine;
    for (int i = threadIdx.x; i < n; i += 256)
      mine.insert(in[blockIdx.x * n + i], i);
    Best top = Reduce(storage).Reduce(mine, better);
    if (threadIdx.x == 0) {
      out[blockIdx.x * 2 + round] = top.at;
      if (top.at >= 0 && top.at < n)
        in[blockIdx.x * n + top.at] = -3e38f;
    }
    __syncthreads();
  }
}

__global__ void twiceBad(const float *in, int *out, int n) {
  typedef cub::BlockReduce<Best, 256> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  Best mine, other;
  mine.insert(in[threadIdx.x], threadIdx.x);
  other.insert(-in[threadIdx.x], threadIdx.x);
  Best most = Reduce(storage).Reduce(mine, better);
  Best least = Reduce(storage).Reduce(other, better); // expect: shared-race
  if (threadIdx.x == 0)
    out[0] = most.at, out[1] = least.at;
}

// Storage in a union, and a scan.
__global__ void unionOk(const float *in, int *out) {
  typedef cub::BlockScan<Best, 128> Scan;
  typedef cub::BlockReduce<Best, 128> Reduce;
  __shared__ union {
    typename Scan::TempStorage scan;
    typename Reduce::TempStorage reduce;
  } storage;
  Best mine;
  mine.insert(in[threadIdx.x], threadIdx.x);
  Best upto;
  Scan(storage.scan).InclusiveScan(mine, upto, better);
  __syncthreads();
  Best top = Reduce(storage.reduce).Reduce(upto, better);
  if (threadIdx.x == 0)
    out[0] = top.at;
}

void launch(float *in, int *out, int n) {
  oneTopOk<<<4, 256>>>(in, out, n);
  topTwoOk<<<4, 256>>>(in, out, n);
  twiceBad<<<1, 256>>>(in, out, n);
  unionOk<<<1, 128>>>(in, out);
}
