// SPDX-License-Identifier: Apache-2.0
#include <cub/cub.cuh>

// Style 0 names the storage each time, 1 keeps the collective, 2 goes through a function.
using Reduce = cub::BlockReduce<float, 128>;
#if STYLE == 0
#define SUM(STORAGE, V) Reduce(STORAGE).Sum(V)
#elif STYLE == 1
#define SUM(STORAGE, V) [&](float v) { Reduce reduce(STORAGE); return reduce.Sum(v); }(V)
#else
struct Plus {
  __device__ float operator()(float a, float b) const { return a + b; }
};
template <class Op> __device__ float blockWide(typename Reduce::TempStorage &storage, float v, Op op) {
  return Reduce(storage).Reduce(v, op);
}
#define SUM(STORAGE, V) blockWide(STORAGE, V, Plus())
#endif

__global__ void onceOk(const float *in, float *out) {
  __shared__ typename Reduce::TempStorage storage;
  float sum = SUM(storage, in[threadIdx.x]);
  if (threadIdx.x == 0)
    out[0] = sum;
}
__global__ void twiceOk(const float *in, float *out) {
  __shared__ typename Reduce::TempStorage storage;
  float first = SUM(storage, in[threadIdx.x]);
  __syncthreads();
  float second = SUM(storage, in[threadIdx.x + 128]);
  if (threadIdx.x == 0)
    out[0] = first + second;
}
__global__ void twoStoragesOk(const float *in, float *out) {
  __shared__ typename Reduce::TempStorage one, two;
  float first = SUM(one, in[threadIdx.x]);
  float second = SUM(two, in[threadIdx.x + 128]);
  if (threadIdx.x == 0)
    out[0] = first + second;
}
__global__ void twiceBad(const float *in, float *out) {
  __shared__ typename Reduce::TempStorage storage;
  float first = SUM(storage, in[threadIdx.x]);
  float second = SUM(storage, in[threadIdx.x + 128]); // bug: shared-race
  if (threadIdx.x == 0)
    out[0] = first + second;
}
__global__ void turnsOk(const float *in, float *out, int n) {
  __shared__ typename Reduce::TempStorage storage;
  for (int i = 0; i < n; ++i) {
    float sum = SUM(storage, in[i * 128 + threadIdx.x]);
    if (threadIdx.x == 0)
      out[i] = sum;
    __syncthreads();
  }
}
__global__ void turnsBad(const float *in, float *out, int n) {
  __shared__ typename Reduce::TempStorage storage;
  for (int i = 0; i < n; ++i) {
    float sum = SUM(storage, in[i * 128 + threadIdx.x]); // bug: shared-race
    if (threadIdx.x == 0)
      out[i] = sum;
  }
}
__global__ void someThreadsBad(const float *in, float *out) {
  __shared__ typename Reduce::TempStorage storage;
  if (threadIdx.x < 64)
    out[0] = SUM(storage, in[threadIdx.x]); // bug: barrier-divergence
}
__global__ void totalSharedOk(const float *in, float *out) {
  __shared__ typename Reduce::TempStorage storage;
  __shared__ float total;
  float sum = SUM(storage, in[threadIdx.x]);
  if (threadIdx.x == 0)
    total = sum;
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x] / total;
}
__global__ void totalSharedBad(const float *in, float *out) {
  __shared__ typename Reduce::TempStorage storage;
  __shared__ float total;
  float sum = SUM(storage, in[threadIdx.x]);
  if (threadIdx.x == 0)
    total = sum; // bug: shared-race
  out[threadIdx.x] = in[threadIdx.x] / total;
}
__global__ void unionOk(const int *in, int *out) {
  using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Scan = cub::BlockScan<int, 128>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Scan::TempStorage scan;
  } storage;
  int items[4];
  Load(storage.load).Load(in, items);
  __syncthreads();
  Scan(storage.scan).ExclusiveSum(items, items);
  for (int k = 0; k < 4; ++k)
    out[threadIdx.x * 4 + k] = items[k];
}
__global__ void unionBad(const int *in, int *out) {
  using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Scan = cub::BlockScan<int, 128>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Scan::TempStorage scan;
  } storage;
  int items[4];
  Load(storage.load).Load(in, items);
  Scan(storage.scan).ExclusiveSum(items, items); // bug: shared-race
  for (int k = 0; k < 4; ++k)
    out[threadIdx.x * 4 + k] = items[k];
}

void launches(const float *in, float *out, const int *a, int *b, int n) {
  onceOk<<<1, 128>>>(in, out);
  twiceOk<<<1, 128>>>(in, out);
  twoStoragesOk<<<1, 128>>>(in, out);
  twiceBad<<<1, 128>>>(in, out);
  turnsOk<<<1, 128>>>(in, out, n);
  turnsBad<<<1, 128>>>(in, out, n);
  someThreadsBad<<<1, 128>>>(in, out);
  totalSharedOk<<<1, 128>>>(in, out);
  totalSharedBad<<<1, 128>>>(in, out);
  unionOk<<<1, 128>>>(a, b);
  unionBad<<<1, 128>>>(a, b);
}
