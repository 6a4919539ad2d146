// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix --show possible %s 2>&1 | FileCheck %s
// CHECK-NOT: in part
// CHECK: 0 errors, 0 warnings{{.*}} 3 kernels: 3 free

// Tuples that device code assigns, keys as unsigned bits, scans of several items a thread.
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>
struct F {
  template <class T> __host__ __device__ void operator()(T t) const {
    thrust::get<1>(t) = thrust::get<0>(t) * 2;
  }
};
__device__ thrust::tuple<float, int> project(float a) { return thrust::make_tuple(a, int(a)); }
__device__ float add(const thrust::tuple<float, float> &t) {
  return thrust::get<0>(t) + thrust::get<1>(t);
}
struct Pair {
  float a, b;
};
struct Op {
  __device__ Pair operator()(const Pair &x, const Pair &y) const { return {x.a * y.a, x.b + y.b}; }
};
__global__ void unpackOk(float *a, int *b) {
  float m;
  int n;
  thrust::tie(m, n) = project(a[threadIdx.x]);
  thrust::tuple<float, int> r[2], q;
  r[0] = q;
  r[1] = thrust::make_tuple(1.f, 2);
  auto [u, v] = r[1];
  a[threadIdx.x] = m + u + add(thrust::tuple<float, float>(1.f, 2.f));
  b[threadIdx.x] = n + v;
}
__global__ void scanOk(Pair *p) {
  typedef cub::BlockScan<Pair, 128> S;
  __shared__ typename S::TempStorage t;
  Pair x[2] = {p[threadIdx.x * 2], p[threadIdx.x * 2 + 1]}, y[2];
  S(t).InclusiveScan(x, y, Op{});
  p[threadIdx.x * 2] = y[0];
  p[threadIdx.x * 2 + 1] = y[1];
}
__global__ void bitsOk(float *f, unsigned *o) {
  auto b = reinterpret_cast<typename cub::Traits<float>::UnsignedBits &>(f[threadIdx.x]);
  o[threadIdx.x] = cub::Traits<float>::TwiddleIn(b) >> 3;
}
void run(float *a, int *b, Pair *p) {
  thrust::device_vector<float> x(10), y(10);
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(x.end(), y.end())), F());
  typedef thrust::tuple<int *, float *> It;
  thrust::zip_iterator<It> z = thrust::make_zip_iterator(b, a);
  unpackOk<<<1, 128>>>(a, b);
  scanOk<<<1, 128>>>(p);
  bitsOk<<<1, 128>>>(a, (unsigned *)b);
}
