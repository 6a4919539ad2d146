// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s
// CHECK: the template 'light' is read as one for the host, too, like a specialization
// CHECK: '{{copied|halfOf|shifted}}' is read with 'template' before it
// Code that nvcc reads and Clang refuses.

namespace colors {
template <typename T> inline __device__ float light(T v);
template <> inline __host__ __device__ float light(float3 v) { return v.x; }
template <> inline __host__ __device__ float light(float4 v) { return v.y; }
} // namespace colors
template <typename T> __global__ void lightOk(const T *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = colors::light(in[i]);
}
template <typename T> __global__ void lightBad(const T *in, float *out) {
  const float v = colors::light(in[threadIdx.x]) + threadIdx.x;
  out[threadIdx.x / 2] = v; // expect-error: intra-warp-race
}

template <int N> struct Copies {
  int by;
  template <int M> static __device__ void copied(const float *in, float *out) {
    out[threadIdx.x * N / M] = in[threadIdx.x] + threadIdx.x; // expect-error: intra-warp-race
  }
  template <int M> static __device__ int halfOf() { return threadIdx.x * M / 2; }
  template <int M> __device__ int shifted(int i) const { return (i + by) * M; }
};
template <int N, int M> __global__ void copyOk(const float *in, float *out) {
  Copies<N>::copied<M>(in, out);
}
template <int N, int M> __global__ void copyBad(const float *in, float *out) {
  Copies<N>::copied<M>(in, out);
}
template <int N> __global__ void halfOk(float *out) {
  int i = Copies<N>::halfOf<2>();
  out[i] = i;
}
template <int N> __global__ void shiftOk(float *out) {
  Copies<N> c{N};
  out[c.shifted<2>(threadIdx.x)] = 1;
}
void run(const float3 *in, const float4 *in4, float *out, int n) {
  lightOk<float3><<<(n + 255) / 256, 256>>>(in, out, n);
  lightBad<float4><<<1, 32>>>(in4, out);
  copyOk<3, 3><<<1, 32>>>(out + 64, out);
  copyBad<2, 4><<<1, 32>>>(out + 64, out);
  halfOk<1><<<1, 32>>>(out);
  shiftOk<5><<<1, 32>>>(out);
}
