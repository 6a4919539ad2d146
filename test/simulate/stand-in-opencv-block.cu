// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 1 --block 128
// Reductions, scans, distances and atomics of OpenCV compute what they do where its headers are
// there.
#include <cassert>
#include <opencv2/core/cuda/block.hpp>
#include <opencv2/core/cuda/dynamic_smem.hpp>
#include <opencv2/core/cuda/emulation.hpp>
#include <opencv2/core/cuda/reduce.hpp>
#include <opencv2/core/cuda/scan.hpp>
#include <opencv2/core/cuda/simd_functions.hpp>
#include <opencv2/core/cuda/vec_distance.hpp>
#include <opencv2/core/cuda/warp_reduce.hpp>
#include <opencv2/core/cuda/warp_shuffle.hpp>

using namespace cv::cuda::device;

__global__ void reduceOk(int *out) {
  __shared__ int sums[128];
  __shared__ float largest[128];
  const int t = threadIdx.x;
  int sum = t;
  reduce<128>(sums, sum, t, plus<int>());
  if (t == 0)
    assert(sum == 127 * 64);
  __syncthreads();
  int s = t;
  float m = (t * 5) % 128;
  reduce<128>(smem_tuple(sums, largest), thrust::tie(s, m), t,
              thrust::make_tuple(plus<int>(), maximum<float>()));
  if (t == 0)
    assert(s == 127 * 64 && m == 127);
  int lanes = t % 16;
  reduce<16>(sums, lanes, t % 16, plus<int>());
  if (t % 16 == 0)
    assert(lanes == 120);
  out[t] = 0;
}
__global__ void reduceOddOk(int *out) {
  __shared__ int sums[128];
  int one = threadIdx.x;
  reduce<100>(sums, one, threadIdx.x, plus<int>());
  if (threadIdx.x == 0)
    assert(one == 99 * 50);
  out[threadIdx.x] = 0;
}
__global__ void keysOk(int *out) {
  __shared__ float keys[128], others[128];
  __shared__ int places[128], halves[128];
  const int t = threadIdx.x;
  float key = abs(t - 77);
  int place = t;
  reduceKeyVal<128>(keys, key, places, place, t, less<float>());
  if (t == 0)
    assert(key == 0 && place == 77);
  __syncthreads();
  float far = abs(t - 77);
  int half = t / 2, at = t;
  reduceKeyVal<128>(keys, far, smem_tuple(places, halves), thrust::tie(at, half), t,
                    greater<float>());
  if (t == 0)
    assert(far == 77 && at == 0 && half == 0);
  __syncthreads();
  float low = abs(t - 5), high = t;
  int lowAt = t, highAt = t;
  reduceKeyVal<128>(smem_tuple(keys, others), thrust::tie(low, high), smem_tuple(places, halves),
                    thrust::tie(lowAt, highAt), t,
                    thrust::make_tuple(less<float>(), greater<float>()));
  if (t == 0)
    assert(low == 0 && lowAt == 5 && high == 127 && highAt == 127);
  out[t] = 0;
}
__global__ void scanOk(int *out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  assert(blockScanInclusive<128>(1, s, t) == t + 1);
  __syncthreads();
  assert(blockScanExclusive<128>(t, s, t) == t * (t - 1) / 2 &&
         warpScanInclusive(1, s, t) == t % 32 + 1);
  assert(shfl_down(t, 1) == (t % 32 == 31 ? t : t + 1) && shfl(t, 3) == t / 32 * 32 + 3);
  out[t] = 0;
}
__global__ void blockOk(int *out) {
  __shared__ int s[128];
  const int t = Block::flattenedThreadId();
  assert(Block::stride() == 128 && Warp::laneId() == t % 32 && Warp::warpId() == t / 32);
  Block::yota(s, s + 128, 1);
  Block::sync();
  Block::reduce<128>(s, plus<int>());
  if (t == 0)
    assert(s[0] == 128 * 129 / 2);
  Block::sync();
  Block::reduce<128>(s, t, maximum<int>());
  if (t == 0)
    assert(s[0] == 127);
  Block::sync();
  Block::fill(s, s + 128, 2);
  Block::sync();
  Block::reduce_n(s, 100u, plus<int>());
  assert(s[0] == 200);
  Block::sync();
  s[t] = t;
  __syncwarp();
  const int lanes = warp_reduce(s, t);
  assert(lanes == 31 * 16 + t / 32 * 1024);
  out[t] = 0;
}
__global__ void atomicsOk(int *out) {
  __shared__ int n;
  __shared__ float low;
  if (threadIdx.x == 0)
    n = 0, low = 1000;
  __syncthreads();
  Emulation::smem::atomicAdd(&n, 1);
  Emulation::smem::atomicMin(&low, threadIdx.x + 0.5f);
  assert(Emulation::syncthreadsOr(threadIdx.x == 5) && n == 128 && low == 0.5f);
  out[threadIdx.x] = 0;
}
__global__ void distancesOk(int *out) {
  __shared__ int s[128];
  __shared__ float f[128];
  __shared__ unsigned char a[64], b[64];
  const int t = threadIdx.x;
  if (t < 64)
    a[t] = t, b[t] = t + 3;
  __syncthreads();
  L1Dist<int> sum;
  calcVecDiffGlobal<128>(a, b, 64, sum, s, t);
  L2Dist squares;
  VecDiffGlobal<128, unsigned char>(a).calc(b, 64, squares, f, t);
  if (t == 0)
    assert(sum == 192 && float(squares) == 24);
  out[t] = 0;
}
