// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s --unsafe | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %cuda-fix --checks=synchronization %s | FileCheck %s --check-prefix=SAYS
// What threads that miss a branch put into a tile is 0, so that it counts for nothing.

__device__ float sum(float v, float *part) {
  part[threadIdx.x] = v;
  for (int s = 64; s > 0; s /= 2) {
    __syncthreads();
    if (threadIdx.x < s)
      part[threadIdx.x] += part[threadIdx.x + s];
  }
  __syncthreads();
  return part[0];
}

__global__ void present(float *out, int n) {
  __shared__ float part[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) {
    float count = sum(1.0f, part);
    out[i] = count;
  }
}

__global__ void spread(const float *in, float *out, float mean, int n) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) {
    float x = in[i];
    float d = x - mean;
    s[threadIdx.x] = d * d;
    __syncthreads();
    out[i] = s[threadIdx.x ^ 1] + s[127 - threadIdx.x];
  }
}

void run(const float *in, float *out, int n) {
  present<<<(n + 127) / 128, 128>>>(out, n);
  spread<<<(n + 127) / 128, 128>>>(in, out, 1.5f, n);
}

// SAYS: repair: split-branch (conditional, {{.*}}, and make the calls that lead there
// SAYS-NEXT: assuming '1.0f' counts as 0 in the other threads
// SAYS: repair: split-branch (conditional, {{.*}}, and fill their tile before
// SAYS-NEXT: assuming elements of 'in' past the end count as 0

// CHECK:  float count = sum(inBounds ? 1.0f : 0.0f, part);
// CHECK:  float x = inBounds ? in[i] : 0.0f;
// CHECK-NEXT:  float d = x - mean;
// CHECK-NEXT:  s[threadIdx.x] = inBounds ? d * d : 0.0f;
// CHECK-NEXT:  __syncthreads();
