// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair make-atomic %s --unsafe | FileCheck %s --match-full-lines --strict-whitespace

// No atomic function multiplies; the body gets braces.
__global__ void scale(float *a, float f, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    a[i] *= f;
}

// CHECK:  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {
// CHECK-NEXT:    unsigned int old = __float_as_uint(a[i]), assumed;
// CHECK-NEXT:    do {
// CHECK-NEXT:      assumed = old;
// CHECK-NEXT:      old = atomicCAS((unsigned int *)&a[i], assumed,
// CHECK-NEXT:                      __float_as_uint(__uint_as_float(assumed) * f));
// CHECK-NEXT:    } while (old != assumed);
// CHECK-NEXT:  }
// CHECK-NEXT:}
