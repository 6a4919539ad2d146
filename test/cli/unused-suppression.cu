// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s

__global__ void copy(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x]; // NOLINT(cuda-fix-global-race)
}

void run(float *out, const float *in) { copy<<<1, 256>>>(out, in); }
// CHECK: unused-suppression.cu:5:42: warning: nothing here is found by 'cuda-fix-global-race'; remove it from the NOLINT [unused-suppression]
