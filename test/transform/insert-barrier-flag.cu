// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair insert-barrier %s | FileCheck %s
// The barrier in the loop diverges for one reason: threads see different flags. A barrier behind
// the write repairs the race and the divergence.

__global__ void search(const int *a, int *out, int n) {
  volatile __shared__ int found;
  if (threadIdx.x == 0)
    found = 0;
  __syncthreads();
  for (int at = 0; !found && at < n; at += blockDim.x) {
    __syncthreads();
    if (threadIdx.x == 0)
      found = a[at] > 7;
  }
}

void launch(const int *a, int *out, int n) { search<<<16, 128>>>(a, out, n); }

// CHECK:        for (int at = 0;
// CHECK-NEXT:     __syncthreads();
// CHECK-NEXT:     if (threadIdx.x == 0)
// CHECK-NEXT:       found = a[at] > 7;
// CHECK-NEXT:     __syncthreads();
// CHECK-NEXT:   }
