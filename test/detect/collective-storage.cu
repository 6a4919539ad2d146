// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s
// Block-wide functions of CUB that use one storage after each other: what they do there is their
// own affair, and a barrier has to stand in between.
// CHECK-NOT: redundant-barrier
#include <cub/cub.cuh>

using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
using Store = cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_TRANSPOSE>;
using Sort = cub::BlockRadixSort<int, 128, 4>;
using Exchange = cub::BlockExchange<int, 128, 4>;
using Histogram = cub::BlockHistogram<int, 128, 4, 64>;
using Scan = cub::BlockScan<int, 128>;

union Storage {
  Load::TempStorage load;
  Store::TempStorage store;
  Sort::TempStorage sort;
  Exchange::TempStorage exchange;
  Histogram::TempStorage histogram;
  Scan::TempStorage scan;
};

__global__ void sortedOk(const int *in, int *out) {
  __shared__ Storage s;
  int v[4], base = blockIdx.x * 512;
  Load(s.load).Load(in + base, v);
  __syncthreads();
  Sort(s.sort).Sort(v);
  __syncthreads();
  Store(s.store).Store(out + base, v);
}

__global__ void sortedBad(const int *in, int *out) {
  __shared__ Storage s;
  int v[4], base = blockIdx.x * 512;
  Load(s.load).Load(in + base, v); // expect: shared-race
  Sort(s.sort).Sort(v);            // allow: shared-race
  __syncthreads();
  Store(s.store).Store(out + base, v);
}

__global__ void copiedOk(const int *in, int *out) {
  __shared__ Storage s;
  int v[4], base = blockIdx.x * 512;
  Load(s.load).Load(in + base, v);
  __syncthreads();
  Store(s.store).Store(out + base, v);
}

__global__ void copiedBad(const int *in, int *out) {
  __shared__ Storage s;
  int v[4], base = blockIdx.x * 512;
  Load(s.load).Load(in + base, v);     // expect: shared-race
  Store(s.store).Store(out + base, v); // allow: shared-race
}

__global__ void movedOk(const int *in, int *out) {
  __shared__ Storage s;
  int v[4], base = blockIdx.x * 512;
  Load(s.load).Load(in + base, v);
  __syncthreads();
  Exchange(s.exchange).BlockedToStriped(v);
  for (int k = 0; k < 4; ++k)
    out[base + threadIdx.x + 128 * k] = v[k];
}

__global__ void movedBad(const int *in, int *out) {
  __shared__ Storage s;
  int v[4], base = blockIdx.x * 512;
  Load(s.load).Load(in + base, v);          // expect: shared-race
  Exchange(s.exchange).BlockedToStriped(v); // allow: shared-race
  for (int k = 0; k < 4; ++k)
    out[base + threadIdx.x + 128 * k] = v[k];
}

__global__ void countedOk(const int *in, int *out) {
  __shared__ Storage s;
  __shared__ int bins[64];
  int v[4], sum;
  for (int k = 0; k < 4; ++k)
    v[k] = in[blockIdx.x * 512 + threadIdx.x + 128 * k];
  Histogram(s.histogram).Histogram(v, bins);
  __syncthreads();
  Scan(s.scan).ExclusiveSum(threadIdx.x < 64 ? bins[threadIdx.x] : 0, sum);
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// The bins are read later; what is used again is the storage.
__global__ void countedBad(const int *in, int *out) {
  __shared__ Storage s;
  __shared__ int bins[64];
  int v[4], sum;
  for (int k = 0; k < 4; ++k)
    v[k] = in[blockIdx.x * 512 + threadIdx.x + 128 * k];
  Histogram(s.histogram).Histogram(v, bins); // expect: shared-race
  Scan(s.scan).ExclusiveSum(v[0], sum);      // allow: shared-race
  out[blockIdx.x * 128 + threadIdx.x] = sum + bins[threadIdx.x / 2];
}

// The sum has a barrier within, of which it makes no promise: the one before it has to stay.
__global__ void orderedOk(const int *in, int *out) {
  typedef cub::BlockReduce<int, 128> Reduce;
  __shared__ Reduce::TempStorage s;
  __shared__ int x[128];
  x[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  int sum = Reduce(s).Sum(threadIdx.x);
  out[blockIdx.x * 128 + threadIdx.x] = x[127 - threadIdx.x];
  if (threadIdx.x == 0)
    out[gridDim.x * 128 + blockIdx.x] = sum;
}

void run(const int *in, int *out, int blocks) {
  sortedOk<<<blocks, 128>>>(in, out);
  sortedBad<<<blocks, 128>>>(in, out);
  copiedOk<<<blocks, 128>>>(in, out);
  copiedBad<<<blocks, 128>>>(in, out);
  movedOk<<<blocks, 128>>>(in, out);
  movedBad<<<blocks, 128>>>(in, out);
  countedOk<<<blocks, 128>>>(in, out);
  countedBad<<<blocks, 128>>>(in, out);
  orderedOk<<<blocks, 128>>>(in, out);
}
