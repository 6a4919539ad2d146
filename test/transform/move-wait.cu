// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair move-wait %s --unsafe --source-only --undecided --arch sm_90 | FileCheck %s

__global__ void scale(const float *in, float *out, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float first = in[i];
  float second = in[i + 512];
  asm volatile("griddepcontrol.wait;" ::: "memory");
  out[i] = first * by + second;
}

void launch(const float *in, float *out, float by) { scale<<<4, 128>>>(in, out, by); }

// CHECK:        int i =
// CHECK-NEXT:   asm volatile("griddepcontrol.wait;" ::: "memory");
// CHECK-NEXT:   float first = in[i];
// CHECK-NEXT:   float second = in[i + 512];
// CHECK-NEXT:   out[i] =
