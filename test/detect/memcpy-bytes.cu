// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void wordEachOk(int *out) {
  __shared__ int s[1024];
  __builtin_memcpy(&s[threadIdx.x], &out[threadIdx.x], sizeof(int));
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void twoWordsEachBad(const int *in, int *out) {
  __shared__ int s[1024];
  __builtin_memcpy(&s[threadIdx.x], &in[threadIdx.x], 2 * sizeof(int)); // expect: shared-race
  out[threadIdx.x] = s[threadIdx.x];
}
