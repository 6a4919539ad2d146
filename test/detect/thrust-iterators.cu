// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// CHECK-NOT: {{in part|not declared}}
// Iterators that derive from Thrust's, and its tags.
#include <iterator>
#include <thrust/iterator/iterator_adaptor.h>
#include <thrust/iterator/iterator_categories.h>
#include <thrust/iterator/iterator_facade.h>

/// Every element comes twice.
class Twice : public thrust::iterator_adaptor<Twice, const float *> {
public:
  __host__ __device__ Twice(const float *p) : super_t(p), begin(p) {}

private:
  friend class thrust::iterator_core_access;
  __host__ __device__ float dereference() const { return begin[(base() - begin) / 2]; }
  const float *begin;
};
/// Writes by two threads to one element.
class Halves : public thrust::iterator_facade<Halves, float, thrust::device_system_tag,
                                              thrust::random_access_traversal_tag, float &, int> {
public:
  __device__ Halves(float *p) : p(p), at(0) {}

private:
  friend class thrust::iterator_core_access;
  __device__ float &dereference() const { return p[at / 2]; }
  __device__ void advance(int n) { at += n; }
  float *p;
  int at;
};
struct Marked {
  using iterator_category = thrust::random_access_device_iterator_tag;
};
template <class T> __device__ bool isRandom(T) {
  return std::is_base_of<std::random_access_iterator_tag, typename T::iterator_category>::value;
}

__global__ void twiceOk(const float *in, float *out) {
  Twice i(in);
  out[threadIdx.x] = isRandom(Marked()) ? i[threadIdx.x] : *(i + 1);
}
__global__ void halvesBad(float *out) {
  Halves i(out);
  i[threadIdx.x] = threadIdx.x; // expect: intra-warp-race
}
void run(const float *in, float *out) {
  twiceOk<<<1, 64>>>(in, out);
  halvesBad<<<1, 64>>>(out);
}
