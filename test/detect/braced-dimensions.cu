// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: not %cuda-fix --checks=synchronization --no-repair %s 2>&1 | FileCheck %s --implicit-check-not="in part"
// CHECK: 4 kernels: 3 free of races and divergence, 1 with bugs
// Dimensions of launches as braced lists, which nvcc takes.
template <class A, int B> struct Pair {
  unsigned v;
};
__global__ void tilesOk(float *o, int n) {
  int i = blockIdx.y * 32 + threadIdx.y, j = blockIdx.x * 32 + threadIdx.x;
  if (i < n && j < n)
    o[i * n + j] += 1;
}
template <int X, int Y> __global__ void mirrorOk(float *o) {
  __shared__ float s[X * Y];
  int t = threadIdx.y * X + threadIdx.x;
  s[t] = o[t];
  __syncthreads();
  o[t] = s[X * Y - 1 - t];
}
template <int X, int Y> __global__ void mirrorBad(float *o) {
  __shared__ float s[X * Y];
  int t = threadIdx.y * X + threadIdx.x;
  s[t] = o[t]; // expect-error: shared-race
  o[t] = s[X * Y - 1 - t];
}
void run(float *o, int n) {
  unsigned tiles = (n + 31) / 32, one{1u << 3 >> 3};
  tilesOk<<<{tiles, tiles}, {32, 32, 1}>>>(o, n);
  mirrorOk<32, 32><<<1, {32, 32, 1}>>>(o);
  mirrorOk<8, 8><<<{one}, {8, 8}, Pair<int, 3>{0}.v>>>(o);
  mirrorBad<32, 32><<<n, {32, 32, 1}>>>(o);
}
