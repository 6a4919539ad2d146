// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Reductions and scans of OpenCV bring no barrier for what comes after them; its headers are not
// there.
#include <opencv2/core/cuda/block.hpp>
#include <opencv2/core/cuda/common.hpp>
#include <opencv2/core/cuda/dynamic_smem.hpp>
#include <opencv2/core/cuda/emulation.hpp>
#include <opencv2/core/cuda/functional.hpp>
#include <opencv2/core/cuda/reduce.hpp>
#include <opencv2/core/cuda/scan.hpp>
#include <opencv2/core/cuda/warp.hpp>

using namespace cv::cuda;
using namespace cv::cuda::device;

// The sum of a row, and how far each of its numbers is from the mean.
template <int Barriers> __device__ void center(const PtrStepSzf src, PtrStepf dst) {
  __shared__ float sums[256], mean;
  const int t = threadIdx.x;
  float sum = 0;
  for (int x = t; x < src.cols; x += 256)
    sum += src(blockIdx.x, x);
  reduce<256>(sums, sum, t, plus<float>());
  if (t == 0)
    mean = sum / src.cols; // allow: shared-race
  if (Barriers > 0)
    __syncthreads();
  for (int x = t; x < src.cols; x += 256)
    dst(blockIdx.x, x) = src(blockIdx.x, x) - mean; // allow: shared-race
}
__global__ void centerOk(const PtrStepSzf src, PtrStepf dst) { center<1>(src, dst); }
__global__ void centerBad(const PtrStepSzf src, PtrStepf dst) {
  center<0>(src, dst); // expect-error: shared-race
}

// Two sums in the same buffer, or one that is still in use.
__global__ void twoSumsOk(const float *in, float *out) {
  __shared__ float sums[256];
  float a = in[threadIdx.x], b = a * a;
  reduce<256>(sums, a, threadIdx.x, plus<float>());
  __syncthreads();
  reduce<256>(sums, b, threadIdx.x, plus<float>());
  if (threadIdx.x == 0)
    out[blockIdx.x] = a * b;
}
__global__ void twoSumsBad(const float *in, float *out) {
  __shared__ float sums[256];
  float a = in[threadIdx.x], b = a * a;
  reduce<256>(sums, a, threadIdx.x, plus<float>()); // allow: shared-race
  reduce<256>(sums, b, threadIdx.x, plus<float>()); // expect-error: shared-race
  if (threadIdx.x == 0)
    out[blockIdx.x] = a * b;
}
__global__ void bothSumsOk(const float *in, float *out) {
  __shared__ float sums[256], squares[256];
  float a = in[threadIdx.x], b = a * a;
  reduce<256>(smem_tuple(sums, squares), thrust::tie(a, b), threadIdx.x,
              thrust::make_tuple(plus<float>(), plus<float>()));
  if (threadIdx.x == 0)
    out[blockIdx.x] = a * b;
}
__global__ void divergentBad(const float *in, float *out, int n) {
  __shared__ float sums[256];
  if (threadIdx.x < n) {
    float a = in[threadIdx.x];
    reduce<256>(sums, a, threadIdx.x, plus<float>()); // expect: barrier-divergence absent-lanes
    if (threadIdx.x == 0)
      out[blockIdx.x] = a;
  }
}
// Eight rows of 32 numbers, of which each warp sums one: no barrier is needed.
__global__ void rowsOk(const float *in, float *out) {
  __shared__ float sums[8][32];
  float a = in[(blockIdx.x * 8 + threadIdx.y) * 32 + threadIdx.x];
  reduce<32>(sums[threadIdx.y], a, threadIdx.x, plus<float>());
  if (threadIdx.x == 0)
    out[blockIdx.x * 8 + threadIdx.y] = a;
}
// The place of the least number.
__global__ void leastOk(const float *in, int *out) {
  __shared__ float keys[256];
  __shared__ int places[256];
  float key = in[blockIdx.x * 256 + threadIdx.x];
  int place = threadIdx.x;
  reduceKeyVal<256>(keys, key, places, place, threadIdx.x, less<float>());
  if (threadIdx.x == 0)
    out[blockIdx.x] = place;
}
__global__ void leastBad(const float *in, int *out) {
  __shared__ float keys[256];
  __shared__ int places[256];
  keys[255 - threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x]; // expect-error: shared-race
  float key = keys[threadIdx.x];
  int place = threadIdx.x;
  reduceKeyVal<256>(keys, key, places, place, threadIdx.x, less<float>());
  if (threadIdx.x == 0)
    out[blockIdx.x] = place;
}
__global__ void scanOk(const int *in, int *out) {
  __shared__ int s[32];
  const int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = blockScanInclusive<256>(in[i], s, threadIdx.x);
}
__global__ void scanBad(const int *in, int *out) {
  __shared__ int s[32];
  const int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = blockScanInclusive<256>(in[i], s, threadIdx.x);
  if (threadIdx.x < 32)
    s[threadIdx.x] = 0; // expect-error: shared-race
}
// A histogram in dynamic shared memory.
template <bool Ordered> __device__ void histogram(const PtrStepSzb src, int *out) {
  int *bins = DynamicSharedMem<int>();
  Block::fill(bins, bins + 256, 0); // allow: shared-race
  if (Ordered)
    Block::sync();
  for (int x = Block::flattenedThreadId(); x < src.cols; x += Block::stride())
    Emulation::smem::atomicAdd(&bins[src(blockIdx.x, x)], 1); // allow: shared-race
  Block::sync();
  for (int i = Block::flattenedThreadId(); i < 256; i += Block::stride())
    if (bins[i] > 0)
      Emulation::glob::atomicAdd(&out[i], bins[i]);
}
__global__ void histogramOk(const PtrStepSzb src, int *out) { histogram<true>(src, out); }
__global__ void histogramBad(const PtrStepSzb src, int *out) {
  histogram<false>(src, out); // expect-warning: shared-race
}

void run(const GpuMat &src, GpuMat &dst, const GpuMat &bytes, const float *in, float *out,
         int *places, int n) {
  centerOk<<<src.rows, 256>>>(src, dst);
  centerBad<<<src.rows, 256>>>(src, dst);
  twoSumsOk<<<n, 256>>>(in, out);
  twoSumsBad<<<n, 256>>>(in, out);
  bothSumsOk<<<n, 256>>>(in, out);
  divergentBad<<<1, 256>>>(in, out, n);
  rowsOk<<<n, dim3(32, 8)>>>(in, out);
  leastOk<<<n, 256>>>(in, places);
  leastBad<<<n, 256>>>(in, places);
  scanOk<<<n, 256>>>(places, places + n * 256);
  scanBad<<<n, 256>>>(places, places + n * 256);
  histogramOk<<<bytes.rows, 256, 256 * sizeof(int)>>>(bytes, places);
  histogramBad<<<bytes.rows, 256, 256 * sizeof(int)>>>(bytes, places);
}
