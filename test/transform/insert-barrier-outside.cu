// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s --source-only | FileCheck %s --match-full-lines --strict-whitespace
// An outer loop carries the race: the barrier stands in it, not in the inner loop, which would meet it
// once for every component, and a branch stays whole.

__global__ void components(const float *in, float *out) {
  __shared__ float part[4 * 128];
  const int t = threadIdx.x, n = blockDim.x;
  for (int c = 0; c < 4; c++)
    part[c * n + t] = in[c * n + t];
  __syncthreads();
  for (int half = n / 2; half > 0; half /= 2) {
    if (t < half) {
      for (int c = 0; c < 4; c++)
        part[c * n + t] += part[c * n + t + half];
    }
  }
  out[t] = part[t];
}

// The inner loop carries it.
__global__ void steps(const float *in, float *out, int rows) {
  __shared__ float row[128];
  const int t = threadIdx.x;
  for (int r = 0; r < rows; r++) {
    row[t] = in[r * 128 + t];
    __syncthreads();
    for (int d = 64; d > 0; d /= 2) {
      if (t < d)
        row[t] += row[t + d];
    }
    out[r * 128 + t] = row[t];
  }
}

void run(const float *in, float *out, int rows) {
  components<<<1, 128>>>(in, out);
  steps<<<1, 128>>>(in, out, rows);
}

// CHECK-LABEL:__global__ void components(const float *in, float *out) {
// CHECK:        part[c * n + t] += part[c * n + t + half];
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:  }

// CHECK-LABEL:__global__ void steps(const float *in, float *out, int rows) {
// CHECK:    for (int d = 64; d > 0; d /= 2) {
// CHECK-NEXT:      if (t < d)
// CHECK-NEXT:        row[t] += row[t + d];
// CHECK-NEXT:      __syncthreads();
// CHECK-NEXT:    }
