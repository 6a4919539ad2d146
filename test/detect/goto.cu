// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void skipsBarrierBad(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  if (threadIdx.x > 40)
    goto done;
  __syncthreads(); // expect: barrier-divergence
  out[threadIdx.x] = s[40 - threadIdx.x]; // allow: shared-race
done:
  out[threadIdx.x] += 1;
}
