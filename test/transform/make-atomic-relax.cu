// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix --checks=synchronization --diff %s | FileCheck %s
// A load that races with the store of a test and store still does so with the atomic: that is no
// race which the repair brings.

__global__ void relax(const int *first, const int *to, const int *length, int *dist, int *changed,
                      int vertices) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= vertices)
    return;
  int own = dist[u];
  for (int e = first[u]; e < first[u + 1]; e++) {
    int reached = own + length[e];
    if (reached < dist[to[e]]) {
      dist[to[e]] = reached;
      *changed = 1;
    }
  }
}

void run(const int *first, const int *to, const int *length, int *dist, int *changed, int n) {
  relax<<<(n + 255) / 256, 256>>>(first, to, length, dist, changed, n);
}

// CHECK: -    if (reached < dist[to[e]]) {
// CHECK-NEXT: -      dist[to[e]] = reached;
// CHECK-NEXT: +    if (reached < atomicMin(&dist[to[e]], reached)) {
// CHECK-NEXT:        *changed = 1;
