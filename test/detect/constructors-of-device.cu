// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// CHECK: constructors of 'Scaled' for the device are read as for the host, too
// The host makes what only the device can, to pass it to a kernel, as nvcc allows it.

template <int N> struct Scaled {
  float by;
  __device__ inline explicit Scaled(float by) : by(by) {}
  __device__ float operator()(float v) const { return v * by * N; }
};
template <int N> __global__ void scaledOk(Scaled<N> f, float *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n)
    out[i] = f(out[i]);
}
template <int N> __global__ void scaledBad(Scaled<N> f, float *out) {
  out[threadIdx.x / 2] = f(threadIdx.x); // expect-error: intra-warp-race
}
template <int N> void scale(float *out, int n) {
  const Scaled<N> f(2);
  scaledOk<N><<<(n + 255) / 256, 256>>>(f, out, n);
  scaledBad<N><<<1, 256>>>(f, out);
}
void scaleAll(float *out, int n) { scale<3>(out, n); }
