// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
#include <cuda/atomic>

// An atomic of block scope does not cover threads of other blocks.
__global__ void blockScopeBad(int *total) {
  atomicAdd_block(total, blockIdx.x); // expect-error: unlocked-access
}

__global__ void deviceScopeOk(int *total) { atomicAdd(total, blockIdx.x); }

__global__ void perBlockOk(int *totals) { atomicAdd_block(&totals[blockIdx.x], 1); }

// The scope of a thread covers no other one.
// cuda-fix: launch block=(32) grid=(1)
__global__ void threadScopeBad(int *total) {
  cuda::atomic_ref<int, cuda::thread_scope_thread>(*total).fetch_add(1); // expect-error: intra-warp-race
}
// cuda-fix: launch block=(32) grid=(1)
__global__ void blockOfOneOk(int *total) {
  cuda::atomic_ref<int, cuda::thread_scope_block>(*total).fetch_add(1);
}
