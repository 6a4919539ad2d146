// SPDX-License-Identifier: Apache-2.0
// Names of the libraries' headers that kernels and the host code around them use.
// RUN: %check-findings %s
// RUN: %cuda-fix %s 2>&1 | FileCheck %s
// CHECK-NOT: analysed in part
#include <cub/cub.cuh>
#include <cuda.h>
#include <cuda/cmath>
#include <cuda_fp16.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/transform.h>

struct __CUDA_ALIGN__(4) Number {
  float value;
};

__global__ void scannedOk(int *a) {
  typedef cub::WarpScan<int> Scan;
  __shared__ Scan::TempStorage storage[8];
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum;
  Scan scan(storage[threadIdx.x / 32]);
  scan.ExclusiveScan(a[i], sum, 0, thrust::maximum<int>());
  a[i] = scan.Broadcast(sum, 31) + cub::ShuffleIndex<32>(sum, 0, 0xffffffff);
}

__global__ void segmentsOk(int *a, const int *head) {
  typedef cub::WarpReduce<int, 16> Reduce;
  __shared__ Reduce::TempStorage storage[16];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = Reduce(storage[threadIdx.x / 16]).HeadSegmentedSum(a[i], head[i]);
}

__global__ void dividedOk(Number *p, cuda::fast_mod_div<int> columns, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i].value = thrust::project1st<float, float>()(i / columns, i % columns);
}

__global__ void farthestOk(const float *distance, long long *out, int n) {
  typedef cub::BlockReduce<cub::KeyValuePair<long long, float>, 256> Reduce;
  __shared__ Reduce::TempStorage storage;
  cub::KeyValuePair<long long, float> best(0, distance[0]);
  for (int i = threadIdx.x; i < n; i += 256)
    best = cub::ArgMax()(best, cub::KeyValuePair<long long, float>(i, distance[i]));
  best = Reduce(storage).Reduce(best, cub::ArgMax(), 256);
  if (threadIdx.x == 0)
    *out = best.key;
}

void launch(int *a, Number *p, long long *farthest, const float *distance, int n) {
  farthestOk<<<1, 256>>>(distance, farthest, n);
  int grid, block;
  cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, scannedOk, 0, 0, 0);
  scannedOk<<<4, 256>>>(a);
  segmentsOk<<<4, 256>>>(a, a + 1024);
  dividedOk<<<(n + 255) / 256, 256>>>(p, cuda::fast_mod_div<int>(n), n);
  CUdeviceptr d;
  cuMemAllocPitch(&d, nullptr, 4, 4, 4);
  cuMemcpyDtoDAsync(d, d + 64, 64, 0);
  cuMemsetD2D32(d, 4, 0, 1, 1);
  cuMemFreeAsync(d, 0);
}

void scaled(thrust::device_vector<float> &v, float by) {
  using namespace thrust::placeholders;
  thrust::transform(v.begin(), v.end(), v.begin(), v.begin(), by * _1 + (_2 > 0.f) / -_1);
}

__global__ void ranksOk(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i;
}
void summed(thrust::device_vector<float> &v, int width) {
  using namespace thrust::placeholders;
  auto rows = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), _1 / width);
  thrust::reduce_by_key(rows, rows + v.size(), v.begin(), thrust::make_discard_iterator(),
                        v.begin());
  ranksOk<<<(v.size() + 255) / 256, 256>>>(thrust::raw_pointer_cast(v.data()), v.size());
}

struct Pool : cub::CachingDeviceAllocator {
  Pool(bool keep) : CachingDeviceAllocator(2, 3, 7, size_t(1) << 20, keep, false) {}
  ~Pool() override { FreeAllCached(); }
};
void pooled() {
  Pool pool(true);
  cub::CachingDeviceAllocator small(8u), plain(true);
  void *p;
  pool.DeviceAllocate(0, &p, 64);
  pool.DeviceFree(0, p);
}
