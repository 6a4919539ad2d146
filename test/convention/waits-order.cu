// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-waits-order' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// What waits in assembly is taken to order what stands around it.

// CHECK: needs [waits-order] {{.*}} to be free
__global__ void handOver(int *out) {
  __shared__ int s[256];
  // WITHOUT: [[@LINE+1]]:3: error: race on shared memory 's'
  s[threadIdx.x] = out[threadIdx.x];
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  out[threadIdx.x] = s[255 - threadIdx.x];
}
