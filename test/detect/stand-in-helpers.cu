// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix %s 2>&1 | FileCheck %s
// Helpers of libraries whose headers are not there.
// CHECK-NOT: error: no
#include <ATen/NumericLimits.cuh>
#include <Eigen/Core>
#include <spdlog/spdlog.h>

#include <vector>

typedef std::vector<Eigen::Vector3f, Eigen::aligned_allocator<Eigen::Vector3f>> Points;

template <class T> __global__ void largestOk(T *out, const T *in, int n) {
  T most = -at::numeric_limits<T>::max();
  for (int i = 0; i < n; ++i)
    most = in[i] > most ? in[i] : most;
  out[blockIdx.x * blockDim.x + threadIdx.x] = most;
}
template <class T> __global__ void largestBad(T *out, const T *in, int n) {
  T most = at::numeric_limits<T>::lower_bound();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    most = in[i] > most ? in[i] : most;
  out[blockIdx.x] = most; // expect-error: global-race
}

void run(float *out, const float *in, int n) {
  Points points;
  if (auto log = spdlog::get("kernels"))
    log->info("{} points", points.size());
  largestOk<<<8, 64>>>(out, in, n);
  largestBad<<<8, 64>>>(out, in, n);
}
