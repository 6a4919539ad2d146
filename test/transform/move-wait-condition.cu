// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair move-wait %s --unsafe --source-only --undecided --arch sm_90 | FileCheck %s

__global__ void scale(const float *in, float *out, float by, bool depends) {
  float v = in[threadIdx.x];
  if (depends)
    asm volatile("griddepcontrol.wait;" ::: "memory");
  out[threadIdx.x] = v * by;
}

void launch(const float *in, float *out, float by, bool depends) {
  scale<<<1, 128>>>(in, out, by, depends);
}

// CHECK:      if (depends)
// CHECK-NEXT:   asm volatile("griddepcontrol.wait;" ::: "memory");
// CHECK-NEXT: float v = in[threadIdx.x];
// CHECK-NEXT: out[threadIdx.x] = v * by;
