// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=dependent-launch --arch sm_90 %s | FileCheck %s

// The wait stands with other work: moving that would change what it does.
__global__ void scale(const float *in, float *out, float by) {
  float v = in[threadIdx.x];
  {
    asm volatile("griddepcontrol.wait;" ::: "memory");
    out[threadIdx.x] = v * by;
  }
}

void launch(const float *in, float *out, float by) { scale<<<1, 128>>>(in, out, by); }

// CHECK: no repair was found
// CHECK-NEXT: the wait stands in a statement that does more
