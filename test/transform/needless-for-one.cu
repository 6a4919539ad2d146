// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not='can go'
// With the repair the first barrier is redundant in one instance of the template and needed in the other.

template <int N> __global__ void turn(int *out) {
  __shared__ int s[N];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  int v = N > 1 ? s[N - 1 - threadIdx.x] : 0;
  // CHECK: race on shared memory 's'
  // CHECK: repair: insert-barrier
  s[threadIdx.x] = v;
  __syncthreads();
  out[threadIdx.x] = s[N - 1 - threadIdx.x];
}

void run(int *out) {
  turn<128><<<1, 128>>>(out);
  turn<1><<<1, 1>>>(out);
}
