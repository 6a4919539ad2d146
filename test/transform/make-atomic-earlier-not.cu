// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --no-repair --checks=synchronization %s | FileCheck %s --check-prefix=FOUND
// RUN: not %cuda-fix --diff --unsafe --checks=synchronization %s | FileCheck %s --allow-empty
// A read that does not always come to the update, or sees another value, is no part of it.

__global__ void unlessNegative(int *ticket, int *slots, const int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int mine = *ticket;
  if (v[i] < 0)
    return;
  *ticket = mine + 1;
  slots[mine] = v[i];
}
// FOUND: earlier-not.cu:13:{{.*}}race

__global__ void moved(int *ticket, int *slots, const int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int mine = *ticket;
    mine += v[i];
    *ticket = mine + 1;
    slots[i] = mine;
  }
}
// FOUND: earlier-not.cu:23:{{.*}}race

__global__ void added(int *sum, int *out, const int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int both = *sum + v[i];
    *sum = both;
    out[i] = both;
  }
}
// FOUND: earlier-not.cu:33:{{.*}}race

void run(int *ticket, int *slots, const int *v, int n) {
  unlessNegative<<<(n + 255) / 256, 256>>>(ticket, slots, v, n);
  moved<<<(n + 255) / 256, 256>>>(ticket, slots, v, n);
  added<<<(n + 255) / 256, 256>>>(ticket, slots, v, n);
}

// CHECK-NOT: atomic
