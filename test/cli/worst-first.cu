// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --no-repair --no-replay %s 2>/dev/null | FileCheck %s
// Bugs stand first; behind them what costs time, worst first.

__global__ void order(const float *a, const float *b, float *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float x = a[32 * i];
  for (int k = 0; k < 10; ++k)
    x += b[(k * 4096 + i) * 32 + 8];
  out[n] = x;
}

void run(float *a, float *out, int n) { order<<<16, 256>>>(a, a + n, out, n); }

// Loops run as often as the bounds of their trip counts say.
__global__ void turns(const float *a, const float *b, float *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float x = 0;
  for (int s = n; s > 0; s /= 2)
    x += a[32 * i + s];
  for (int k = 0; k < n; ++k)
    x += b[32 * i + k];
  out[i] = x;
}

void runTurns(float *a, float *out, int n) { turns<<<16, 256>>>(a, a + n, out, n); }

// CHECK: worst-first.cu:10:3: error: {{.*}}-race
// CHECK: worst-first.cu:22:10: warning: {{.*}} [uncoalesced-access
// CHECK: worst-first.cu:9:10: warning: {{.*}} [uncoalesced-access
// CHECK: worst-first.cu:7:13: warning: {{.*}} [uncoalesced-access
// CHECK: worst-first.cu:20:10: note: {{.*}} [uncoalesced-access
