// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --checks=synchronization --kernel='swizzled|pitched' 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %cuda-fix %s --checks=synchronization --kernel='swizzled|pitched' --level=fast 2>&1 | FileCheck %s --check-prefix=FAST
// RUN: not %cuda-fix %s --checks=synchronization --kernel=pitched --fail-on=undecided
// RUN: %cuda-fix %s --checks=synchronization --kernel=rows --format=json | FileCheck %s --check-prefix=ROWS
// What stays open in general is asked of blocks of one shape, and with one value for each parameter.

// CHECK: [[@LINE+1]]:17: note: kernel 'swizzled': free for blocks of 16x16, 32x8 with n at least gridDim * blockDim, others not decided: races (see --block-dim, --launch): line
__global__ void swizzled(float *o, int n, int k) {
  __shared__ float t[32][32];
  int c = threadIdx.x ^ (threadIdx.y * k & 31);
  t[threadIdx.y][c] = o[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  o[threadIdx.y * n + threadIdx.x] = t[threadIdx.y][c];
}

// CHECK: [[@LINE+1]]:17: note: kernel 'pitched': free for launches with pitch at least gridDim * blockDim, others not decided
__global__ void pitched(char *rows, size_t pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    rows[y * pitch + x] = x + 3 * y;
}

// ROWS: "race": "free-for-shapes"
// ROWS: "free_for": "{{[0-9]+}} configurations"
__global__ void rows(float *o, int n, int cols, int rowsPerBlock) {
  for (int r = blockIdx.x * rowsPerBlock; r < min((blockIdx.x + 1) * rowsPerBlock, n); ++r)
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
      o[r * cols + c] = c + r;
}

// CHECK: 2 kernels: 0 free of races and divergence, 2 free for some shapes
// FAST: 2 kernels: 0 free of races and divergence, 2 not decided
