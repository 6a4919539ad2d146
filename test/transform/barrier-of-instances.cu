// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --diff --unsafe --checks=synchronization | FileCheck %s --implicit-check-not="+    __sync"
// One instance needs a barrier of the block, another one of the warp, at the same place: the former
// does for both.

// CHECK:      old = best[0];
// CHECK-NEXT: {{^}}+    __syncthreads();
// CHECK-NEXT: if (t == 0)

template <unsigned Block>
__global__ void pickBad(const float *in, int *out, int n, int turns) {
  __shared__ float best[Block];
  const int t = threadIdx.x;
  int old = 0;
  for (int j = 1; j < turns; ++j) {
    float most = -1;
    for (int i = t; i < n; i += Block)
      most = fmaxf(most, in[i] + old);
    best[t] = most;
    __syncthreads();
    for (int s = Block / 2; s > 0; s /= 2) {
      if (t < s)
        best[t] = fmaxf(best[t], best[t + s]);
      __syncthreads();
    }
    old = best[0];
    if (t == 0)
      out[j] = old;
  }
}
void launch(const float *in, int *out, int n, int turns) {
  if (n < 32)
    pickBad<16><<<1, 16>>>(in, out, n, turns);
  else
    pickBad<128><<<1, 128>>>(in, out, n, turns);
}
