// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// Small instances of a template are all judged, and a repair is proven for all of them.

template <int N> __global__ void swappedBad(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x + N] = s[63 - threadIdx.x];
}
// CHECK: error: race on shared memory 's'
// CHECK: repair: insert-barrier (proven
// CHECK-NOT: not decided

template <int N> void launchAll(float *out) {
  swappedBad<N><<<1, 64>>>(out);
  launchAll<N - 1>(out);
}
template <> void launchAll<0>(float *) {}

void launch(float *out) { launchAll<30>(out); }
