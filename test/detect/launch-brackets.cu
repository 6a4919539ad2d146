// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --diff --allow-dirty | FileCheck %s --match-full-lines --strict-whitespace
// RUN: not %cuda-fix %s 2>/dev/null | FileCheck %s --check-prefix=SAYS
// Brackets of a launch with blanks in between, as nvcc takes them: a repair leaves them alone.

__global__ void rotateBad(int *out, int n) {
  __shared__ int s[128];
  s[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = s[(threadIdx.x + 1) % n];
}

void run(int *out) {
  rotateBad<< <1, 128 >> >(out, 128);
}

// SAYS: launch-brackets.cu:8:3: error: race on shared memory 's': {{.*}} [shared-race, confirmed]
// SAYS: launch: n == 128

// CHECK:   s[threadIdx.x] = out[threadIdx.x];
// CHECK-NEXT:+  __syncthreads();
// CHECK-NEXT:   out[threadIdx.x] = s[(threadIdx.x + 1) % n];
// CHECK-NOT:<<<
