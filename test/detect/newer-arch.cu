// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --no-repair %s 2>&1 | FileCheck --check-prefix=SAID %s
// RUN: %cuda-fix --no-repair --checks=dependent-launch --arch sm_80 %s 2>&1 | FileCheck --check-prefix=OLD %s
// Functions that wait on newer architectures only.
// SAID: read for sm_90a, where sm_80 leaves out what orders threads
// OLD: 0 errors, 0 warnings

__device__ void wait() {
#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900))
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
__global__ void earlyBad(const float *in, float *out) {
  float v = in[threadIdx.x]; // expect-warning: dependent-launch
  wait();
  out[threadIdx.x] = v;
}
__global__ void waitsOk(const float *in, float *out) {
  wait();
  out[threadIdx.x] = in[threadIdx.x];
}
