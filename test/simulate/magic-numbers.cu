// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix simulate %s --kernel rows --arg n=96 --arg d=48 2>&1 | FileCheck %s --check-prefix=FIT
// RUN: %cuda-fix simulate %s --kernel rows --arg n=96 --arg d=48 --arg m=7 --arg s=3 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: %cuda-fix simulate %s --kernel high --arg n=96 --arg d=48 2>&1 | FileCheck %s --check-prefix=HIGH
// A multiplier and a shift that nobody gives are those of the divisor.

// FIT: d = 48, m = 1431655766, n = 96, s = 6
// GIVEN: d = 48, m = 7, n = 96, s = 3
__global__ void rows(float *out, const float *in, unsigned d, unsigned m, unsigned s, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned q = (__umulhi(i, m) + i) >> s, r = i - q * d;
    out[q * 64 + r] = in[i];
  }
}

// HIGH: d = 48, m = -1431655765, n = 96, s = 5
__global__ void high(float *out, const float *in, unsigned d, unsigned m, unsigned s, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned q = __umulhi(i, m) >> s, r = i - q * d;
    out[q * 64 + r] = in[i];
  }
}
