// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair guard-early-return %s --unsafe --source-only \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// The second barrier goes where it parts no local from its uses.

__global__ void march(const float *__restrict__ in, float *__restrict__ out, int width, int depth) {
  __shared__ float plane[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (i >= width) return;
  for (int k = 0; k < depth; k++) {
    plane[t] = in[k * width + i];
    __syncthreads();
    const float left = plane[t > 0 ? t - 1 : t];
    const float here = plane[t];
    out[k * width + i] = left + here;
  }
}

void run(const float *in, float *out, int width, int depth) {
  march<<<(width + 63) / 64, 64>>>(in, out, width, depth);
}

// CHECK:    __syncthreads();
// CHECK-NEXT:    if (active) {
// CHECK-NEXT:      const float left = plane[t > 0 ? t - 1 : t];
// CHECK-NEXT:      const float here = plane[t];
// CHECK-NEXT:      out[k * width + i] = left + here;
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncthreads();
// CHECK-NEXT:  }
