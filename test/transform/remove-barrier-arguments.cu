// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// RUN: not %cuda-fix --diff %s 2>&1 | FileCheck --check-prefix=DIFF %s
// What is proved of the instance with 64 says nothing of the one with 256, where the first barrier
// orders the two steps.
// CHECK: {{(^|.*/)}}remove-barrier-arguments.cu:[[@LINE+9]]:3: warning: {{.*}}[redundant-barrier]
// CHECK: repair: remove-barrier (suggested, simulated equal)
// CHECK: shown for the template arguments here (WIDTH == 64); with others the barrier may be needed
// DIFF-NOT: __syncthreads
// DIFF: 2 repairs are not proven

template <unsigned WIDTH> __device__ void fold(float *s, int t) {
  if (WIDTH >= 256 && t < 128)
    s[t] += s[t + 128];
  __syncthreads();
  if (WIDTH >= 128 && t < 64)
    s[t] += s[t + 64];
}
template <unsigned WIDTH> __global__ void sums(float *out, const float *in) {
  __shared__ float s[WIDTH];
  s[threadIdx.x] = in[blockIdx.x * WIDTH + threadIdx.x];
  __syncthreads();
  fold<WIDTH>(s, threadIdx.x);
  out[blockIdx.x * WIDTH + threadIdx.x] = s[threadIdx.x ^ 1];
}

void run(float *out, const float *in) { sums<64><<<16, 64>>>(out, in); }
