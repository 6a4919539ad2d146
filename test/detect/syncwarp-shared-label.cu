// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Lanes with different labels are in different groups, which wait for their own lanes alone.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void labelsUnknown(const int *label, int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.x;
  auto group = cg::labeled_partition(cg::coalesced_threads(), label[threadIdx.x]);
  group.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void matchedMaskUnknown(const int *label, int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp(__match_any_sync(0xffffffff, label[threadIdx.x]));
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void givenMaskUnknown(const unsigned *masks, int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp(masks[threadIdx.x]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1];
}
