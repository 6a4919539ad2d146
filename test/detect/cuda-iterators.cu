// SPDX-License-Identifier: Apache-2.0
// Iterators and searches of cuda:: and cuda::std:: run on the device as they do on the host.
// RUN: %check-findings %s
#include <cuda/iterator>
#include <cuda/std/algorithm>

__global__ void countedOk(int *out) {
  cuda::counting_iterator<int> at(blockIdx.x * blockDim.x);
  out[at[threadIdx.x]] = *cuda::make_constant_iterator(3);
}

__global__ void transformedOk(int *out) {
  auto twice = cuda::make_transform_iterator(cuda::make_counting_iterator(0), [](int i) { return 2 * i; });
  out[twice[threadIdx.x]] = 1;
}

__global__ void halvedBad(int *out) {
  auto half = cuda::make_transform_iterator(cuda::make_counting_iterator(0), [](int i) { return i / 2; });
  out[half[threadIdx.x]] = threadIdx.x; // expect: intra-warp-race
}

__global__ void searchedOk(int *out, const int *keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = cuda::std::distance(keys, cuda::std::lower_bound(keys, keys + n, i));
}

__global__ void filledBad(int *out) {
  cuda::std::fill(out + threadIdx.x, out + threadIdx.x + 2, int(threadIdx.x)); // expect: global-race
}

void launch(int *out, const int *keys, int n) {
  countedOk<<<4, 256>>>(out);
  transformedOk<<<1, 256>>>(out);
  halvedBad<<<1, 256>>>(out);
  searchedOk<<<4, 256>>>(out + 8192, keys, n);
  filledBad<<<1, 256>>>(out);
}
