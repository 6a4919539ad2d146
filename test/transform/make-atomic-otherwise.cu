// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair make-atomic %s | FileCheck %s
// What is done otherwise stays, under the opposite test.

__global__ void lowestOrHighest(const int *v, int *lowest, int *highest, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (v[i] < *lowest) *lowest = v[i];
    else if (v[i] > *highest) *highest = v[i];
  }
}
__global__ void lowestOrCounted(const int *v, int *lowest, int *others, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (*lowest > v[i]) {
      *lowest = v[i];
    } else {
      atomicAdd(others, 1);
    }
  }
}
void run(const int *v, int *a, int *b, int n) {
  lowestOrHighest<<<(n + 255) / 256, 256>>>(v, a, b, n);
  lowestOrCounted<<<(n + 255) / 256, 256>>>(v, a, b, n);
}

// CHECK:      if (v[i] >= atomicMin(lowest, v[i])) atomicMax(highest, v[i]);
// CHECK:      if (atomicMin(lowest, v[i]) <= v[i]) {
// CHECK-NEXT:   atomicAdd(others, 1);
// CHECK-NEXT: }
