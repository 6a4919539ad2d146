// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// An atomic of block scope does not cover threads of other blocks.
__global__ void blockScopeBad(int *total) {
  atomicAdd_block(total, blockIdx.x); // expect-error: unlocked-access
}

__global__ void deviceScopeOk(int *total) { atomicAdd(total, blockIdx.x); }

__global__ void perBlockOk(int *totals) { atomicAdd_block(&totals[blockIdx.x], 1); }
