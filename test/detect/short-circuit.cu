// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void barrierInOperandBad(const int *in, int *out) {
  if (threadIdx.x < 16 && __syncthreads_or(in[threadIdx.x])) // expect-error: barrier-divergence
    out[threadIdx.x] = 1;
}

__global__ void uniformOperandOk(const int *in, int *out, int n) {
  if (n > 0 && __syncthreads_or(in[threadIdx.x]))
    out[threadIdx.x] = 1;
}
