// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair make-atomic %s --unsafe | FileCheck %s --match-full-lines --strict-whitespace
// An atomic function does what the update does only where both compute in the cell's type.

__global__ void greatest(int *most, const unsigned *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    *most = max(*most, v[i]); // -1 is the greatest of all
}

__global__ void longest(int *most, const long long *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    *most = v[i] > *most ? v[i] : *most;
}

__global__ void sum(int *cells, const float *v, const float *w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    cells[0] = cells[0] + v[i] + w[i];
}

__global__ void spend(unsigned long long *left, float *rest, const unsigned *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    left[0] -= v[i];
    rest[0] -= v[i];
  }
}

void run(int *m, const unsigned *u, const long long *l, float *f, unsigned long long *x, int n) {
  greatest<<<(n + 255) / 256, 256>>>(m, u, n);
  longest<<<(n + 255) / 256, 256>>>(m, l, n);
  sum<<<(n + 255) / 256, 256>>>(m, f, f + n, n);
  spend<<<(n + 255) / 256, 256>>>(x, f, u, n);
}

// CHECK:      old = atomicCAS(most, assumed, max(assumed, v[i]));
// CHECK:      old = atomicCAS(most, assumed, v[i] > assumed ? v[i] : assumed);
// CHECK:      old = atomicCAS(&cells[0], assumed, assumed + v[i] + w[i]);
// CHECK:    atomicAdd(&left[0], -(unsigned long long)v[i]);
// CHECK-NEXT:    atomicAdd(&rest[0], -(float)v[i]);
