// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90
// Host code gives a kernel its clusters by an attribute of the function: a launch that names none
// does not say that there are none.
#include <cooperative_groups.h>

__global__ void exchangeUnknown(int *data, int *out) { // verdict: unknown
  data[blockIdx.x * 256 + threadIdx.x] = threadIdx.x;
  cooperative_groups::this_cluster().sync();
  out[blockIdx.x * 256 + threadIdx.x] = data[(blockIdx.x ^ 1) * 256 + threadIdx.x];
}

void launch(int *data, int *out) {
  cudaFuncSetAttribute(exchangeUnknown, cudaFuncAttributeRequiredClusterWidth, 2);
  exchangeUnknown<<<64, 256>>>(data, out);
}
