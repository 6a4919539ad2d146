// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-customary-blocks' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// The step of the threads is the block that they are written for.

// CHECK: needs [customary-blocks] blockDim.x == 32 to be free
__global__ void stepped(const unsigned *__restrict__ in, unsigned *__restrict__ out) {
  for (int i = threadIdx.x; i < 4096; i += 32)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[blockIdx.x * 4096 + i] = in[threadIdx.x] + 1;
}

// Here it is that of the columns that each thread has of a row.
// CHECK: needs [customary-blocks] blockDim.x == 32 to be free
__global__ void columns(float *out, int rows) {
  __shared__ float row[96];
  for (int r = 0; r < rows; ++r) {
    for (int i = 0; i < 3; ++i)
      // WITHOUT: [[@LINE+1]]:7: error: race on shared memory 'row'
      row[threadIdx.x + i * 32] = r;
    atomicAdd(out, row[threadIdx.x]);
  }
}

// Groups of 16 threads take 8 columns each of the 64 that the block takes.
// CHECK: needs [customary-blocks] blockDim.x == 128
__global__ void grouped(unsigned *out, int columns) {
  int column = blockIdx.x * 64 + threadIdx.x / 16 * 8, row = threadIdx.x % 16;
  if (column < columns)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[column * 16 + row] = threadIdx.x;
}

// Numbers for threads of any block, beside an election that is written for a line.
// CHECK: needs [customary-blocks] blockDim.y == 1
__global__ void elects(int *next, int *out) {
  __shared__ int base;
  int rank = threadIdx.x + blockDim.x * threadIdx.y;
  if (threadIdx.x == 0)
    // WITHOUT: [[@LINE+1]]:5: error: race on shared memory 'base'
    base = atomicAdd(next, 256);
  __syncthreads();
  atomicAdd(out + rank % 32, base);
}
