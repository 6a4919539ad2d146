// SPDX-License-Identifier: Apache-2.0
// A witness says in which iterations its two threads are, in the order in which it names them.
// RUN: not %cuda-fix --no-repair %s | FileCheck %s

__global__ void leftBad(int *a) {
  for (int i = 0; i < threadIdx.x; ++i) {
    a[blockIdx.x * 64 + threadIdx.x] += i;
    __syncthreads();
  }
}
// CHECK: thread [[WAITS:[0-9]+]] waits here while thread [[LEAVES:[0-9]+]] leaves the kernel without it
// CHECK: witness: thread ([[WAITS]],0,0) {{.*}}thread ([[LEAVES]],0,0)
// CHECK-SAME: iteration of the loop at line 6, first thread = 0{{$}}

__global__ void reversedBad(int *a) {
  __shared__ int s[128];
  for (int i = 0; i < 4; ++i)
    s[threadIdx.x + i] = threadIdx.x;
  __syncthreads();
  a[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
// CHECK: race on shared memory 's'
// CHECK: iteration of the loop at line 17, first thread = {{[0-3]}}, iteration of the loop at line 17, second thread = {{[0-3]}}

void run(int *a) {
  leftBad<<<4, 64>>>(a);
  reversedBad<<<4, 64>>>(a);
}
