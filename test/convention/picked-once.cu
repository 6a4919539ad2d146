// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --block-dim 256 --conventions='*,-picked-once' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// A list names each cell once.

// CHECK: needs [picked-once] {{.*}} to be free
__global__ void scatter(float *out, const float *in, const int *__restrict__ list) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WITHOUT: [[@LINE+1]]:3: error: race on global memory 'out'
  out[list[i]] = in[i];
}

// Who takes what stands at the same place of another array owns the place.
// CHECK: kernel 'step'{{.*}}needs [picked-once] {{.*}} to be free
__global__ void step(float *x, float *g, const int *__restrict__ list) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = list[i / 8] * 8 + i % 8;
  // WITHOUT: [[@LINE+1]]:3: error: race on global memory 'x'
  x[at] -= g[at];
  g[at] = 0;
}

// The sum of the rows before is where a block's row starts.
// CHECK: kernel 'rows'{{.*}}needs [picked-once] {{.*}} to be free
__global__ void rows(float *x, const int *__restrict__ length) {
  int start = 0;
  for (int b = 0; b < blockIdx.x; ++b)
    start += length[b];
  for (int i = threadIdx.x; i < length[blockIdx.x]; i += blockDim.x)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'x'
    x[start + i] *= 2;
}

// Rows that host code lists in a parameter.
struct Rows {
  int from[32], to[32];
};
// CHECK: kernel 'copyRows': free for launches with entries of 'rows' that differ where they are used, others not decided
__global__ void copyRows(float *out, const float *in, Rows rows, int width) {
  int from = rows.from[blockIdx.x], to = rows.to[blockIdx.x];
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[to * width + i] = in[from * width + i];
}

// A cursor that a thread moves in all turns of a loop, to store where it stands, is its own.
// CHECK: needs {{.*}}[picked-once] {{.*}} to be free
__global__ void permuted(const int *__restrict__ start, const int *__restrict__ list, int *cursor, int *out) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, to = list[row];
  for (int i = start[row]; i < start[row + 1]; ++i) {
    // WITHOUT: [[@LINE+1]]:14: error: race on global memory 'cursor'
    int at = cursor[to]++;
    out[at] = i;
  }
}
