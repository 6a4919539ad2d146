// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// Nothing is proved from premises that cannot hold together.

// A grid of 2^31 threads and more is beyond what index arithmetic takes for granted.
__global__ void hugeGridBad(int *a) {
  if (threadIdx.x == 0)
    a[0] = blockIdx.x; // expect: inter-block-race
}

__global__ void largeGridOk(int *a) {
  a[size_t(blockIdx.x) * blockDim.x + threadIdx.x] = blockIdx.x;
}

void launch(int *a) {
  hugeGridBad<<<2147483647, 1024>>>(a);
  largeGridOk<<<2000000, 1024>>>(a);
}
