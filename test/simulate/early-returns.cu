// RUN: not %cuda-fix simulate --kernel . --search 0 %s 2>&1 | FileCheck %s
//
// Threads that a `return` statement ends miss no barrier, also in a loop; those that only leave
// the loop before others do.
#include <cooperative_groups.h>

__global__ void returnsInLoop(int *out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int r = t; r < 256; r += 128) {
    s[t] = r;
    if (t >= n)
      return;
    // CHECK: [[#@LINE+1]]:5: warning: in block 0 threads 0 to 63 wait here after threads 64 to 127 had left the kernel
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void leavesLoop(int *out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int r = t; r < n; r += 128) {
    s[t] = r;
    // CHECK: [[#@LINE+1]]:5: error: in block 0 threads 0 to 63 wait here while threads 64 to 127 went past this barrier
    __syncthreads();
    sum += s[t];
  }
  out[t] = sum;
}

__global__ void returnsBeforeGrid(int *out, int n) {
  int t = threadIdx.x;
  if (t >= n)
    return;
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: thread 0 of block 0 waits at this barrier of the grid, which thread 64 of block 0 has left the kernel without meeting
  cooperative_groups::this_grid().sync();
  out[t] = n;
}

__global__ void underTwoConditions(int *out, int n) {
  int t = threadIdx.x;
  if (t < 64) {
    out[t] = t;
    // CHECK: [[#@LINE+2]]:7: error: in block 0 threads 0 to 63 wait here while threads 64 to 127 went past this barrier
    if (n > 3)
      __syncthreads();
    out[t] += 1;
  }
  out[128 + t] = n;
}

void launch(int *out) {
  returnsInLoop<<<1, 128>>>(out, 64);
  leavesLoop<<<1, 128>>>(out, 64);
  int n = 64;
  void *args[] = {&out, &n};
  underTwoConditions<<<1, 128>>>(out, 64);
  cudaLaunchCooperativeKernel((void *)returnsBeforeGrid, dim3(1), dim3(128), args);
}
