// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s --match-full-lines --strict-whitespace
// Updates of several arrays from neighbours: the values wait in registers for one barrier.

__global__ void diffuse(const float *in, float *out, int steps) {
  __shared__ float heat[128], salt[128];
  const int t = threadIdx.x, left = t > 0 ? t - 1 : 0, right = t < 127 ? t + 1 : 127;
  heat[t] = in[t];
  salt[t] = in[128 + t];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    const float flow = heat[left];
    salt[t] = salt[t] + flow * (salt[left] - salt[t]);
    // slower
    heat[t] = 0.25f * (heat[left] + heat[right]);
    __syncthreads();
  }
  out[t] = heat[t];
  out[128 + t] = salt[t];
}

void run(const float *in, float *out) { diffuse<<<1, 128>>>(in, out, 10); }

// CHECK:    float sum = salt[t] + flow * (salt[left] - salt[t]);
// CHECK-NEXT:    // slower
// CHECK-NEXT:    float value = 0.25f * (heat[left] + heat[right]);
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    salt[t] = sum;
// CHECK-NEXT:    heat[t] = value;
