// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --block-dim 256

__global__ void wordViewBad(const char *in, int *out) {
  __shared__ char s[1024];
  s[threadIdx.x] = in[threadIdx.x]; // expect: shared-race
  if (threadIdx.x % 4 == 0)
    out[threadIdx.x / 4] = *reinterpret_cast<int *>(&s[2 * threadIdx.x]);
}

__global__ void bytesOk(const char *in, char *out) {
  __shared__ char s[1024];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x];
}
