// SPDX-License-Identifier: Apache-2.0
// Kernels that read no index. One that takes a lock is for several blocks, others for one thread.
// RUN: %check-findings %s

__global__ void lockOk(int *lock, int *count) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *count += 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void noFenceBad(int *lock, int *count) {
  while (atomicExch(lock, 1) != 0) { // allow: unlocked-access
  }
  *count += 1; // expect: unlocked-access
  *lock = 0;   // allow: unlocked-access
}

__global__ void aloneUnknown(int *count, int *flag) {
  while (atomicAdd(flag, 0) == 0) {
  }
  *count += 1;
}
