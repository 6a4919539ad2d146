// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Algorithms that take lambdas: they may write what they are given, and launch what is not read.
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/system/cuda/experimental/pinned_allocator.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <vector>

__global__ void countedOk(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = i;
}
__global__ void countedBad(int *out, int n) {
  if (threadIdx.x < n)
    out[threadIdx.x / 2] = threadIdx.x; // expect-error: intra-warp-race
}
__global__ void foundBad(int *out, int n) {
  if (threadIdx.x < n)
    out[threadIdx.x / 2] = threadIdx.x; // expect-error: intra-warp-race
}
void run(int *out, int size, cudaStream_t stream) {
  auto first = thrust::make_counting_iterator(0);
  thrust::transform_inclusive_scan(
      thrust::device, first, first + size, out, [] __device__(int i) -> int { return i; },
      thrust::plus<int>());
  thrust::transform_exclusive_scan(
      thrust::cuda::par.on(stream), first, first + size, out,
      [] __device__(int i) -> int { return i; }, 0, thrust::plus<int>());
  int n = 0;
  thrust::for_each(thrust::host, &n, &n + 1, [](int &x) { x = 8; });
  countedOk<<<1, 32>>>(out, n);
  countedBad<<<1, 32>>>(out, n);
  std::vector<int, thrust::system::cuda::experimental::pinned_allocator<int>> counts(4);
  counts[0] = thrust::transform_reduce(
      first, first + size, [](int i) { return i; }, 0, thrust::plus<int>());
  foundBad<<<1, 32>>>(out, counts[0]);
}

__global__ void inKernelUnknown(int *out) {
  thrust::for_each(thrust::seq, out, out + 2, [](int &x) { x = threadIdx.x; });
}
void inKernel(int *out) { inKernelUnknown<<<1, 32>>>(out); }
