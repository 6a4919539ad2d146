// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair split-branch %s | FileCheck %s --match-full-lines --strict-whitespace
// A warp barrier needs every lane: the branch is split where lanes of one warp part.

__global__ void positives(const int *in, int *out) {
  __shared__ int s[32];
  int v = in[threadIdx.x];
  if (v < 64) {
    s[threadIdx.x] = v;
    out[threadIdx.x] = s[31 - threadIdx.x];
  }
}

int main() {
  positives<<<1, 32>>>(nullptr, nullptr);
}

// CHECK:  const bool isActive = v < 64;
// CHECK-NEXT:  if (isActive) {
// CHECK-NEXT:    s[threadIdx.x] = v;
// CHECK-NEXT:  }
// CHECK-NEXT:  __syncwarp();
// CHECK-NEXT:  if (isActive) {
// CHECK-NEXT:    out[threadIdx.x] = s[31 - threadIdx.x];
// CHECK-NEXT:  }
