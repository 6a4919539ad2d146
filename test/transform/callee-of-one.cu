// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// A repair in a device function is judged in the kernels that come to it: what is open in another
// one does not matter.

// CHECK: callee-of-one.cu:[[@LINE+4]]:{{.*}}[intra-warp-race, confirmed]
// CHECK: repair: insert-barrier (proven
// CHECK: kernel 'spread': free for launches
__device__ void fold(volatile float *s, int t) {
  s[t] += s[t + 8];
  s[t] += s[t + 4];
}
__global__ void total(float *out, const float *in) {
  __shared__ float s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 8)
    fold(s, threadIdx.x);
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
}
__global__ void spread(float *out, const int *where, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[where[i]] = in[i];
}
void run(float *out, const float *in, const int *where, int n) {
  total<<<n / 64, 64>>>(out, in);
  spread<<<(n + 255) / 256, 256>>>(out, where, in, n);
}
