// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair hoist-barrier %s --unsafe | FileCheck %s --match-full-lines --strict-whitespace
// A barrier right behind a loop that needs one in its body moves into it, if nothing needs it where it was.

__device__ float sum(float *part, float v) {
  part[threadIdx.x] = v;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k)
      part[threadIdx.x] += part[threadIdx.x + k];
    __syncthreads();
  }
  return part[0];
}

__global__ void reflect(float *a, const float *u, int n) {
  __shared__ float part[64];
  const int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    for (int j = k; j < n; j++) {
      float d = sum(part, a[j * n + t] * u[t]);
      a[j * n + t] -= 2 * u[t] * d;
    }
    __syncthreads();
  }
}

// What stands behind the loop needs it: without a turn of the loop there is no other barrier.
__global__ void needed(float *a, const float *u, float *out, int n) {
  __shared__ float part[64];
  __shared__ float own[64];
  const int t = threadIdx.x;
  own[t] = u[t];
  for (int j = 1; j < n; j++) {
    float d = sum(part, a[j * 64 + t]);
    a[j * 64 + t] -= d;
  }
  __syncthreads();
  out[t] = own[63 - t];
}

void run(float *a, const float *u, float *out, int n) {
  reflect<<<1, 64>>>(a, u, 64);
  needed<<<1, 64>>>(a, u, out, n);
}

// CHECK-LABEL:__global__ void reflect(float *a, const float *u, int n) {
// CHECK:      float d = sum(part, a[j * n + t] * u[t]);
// CHECK-NEXT:      __syncthreads();
// CHECK-NEXT:      a[j * n + t] -= 2 * u[t] * d;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:}

// CHECK-LABEL:__global__ void needed(float *a, const float *u, float *out, int n) {
// CHECK:    float d = sum(part, a[j * 64 + t]);
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:    a[j * 64 + t] -= d;
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncthreads();
// CHECK-NEXT:  out[t] = own[63 - t];
