// SPDX-License-Identifier: Apache-2.0
// REQUIRES: landlock
// RUN: %cuda-fix simulate --run-program %s 2>/dev/null | FileCheck %s
//
// Scans of several items a thread, with the sum of all; powers of two as eight bits; half2 shuffled
// upwards.

#include <cstdio>
#include <cub/cub.cuh>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void scans(const int *in, int *before, int *with, int *sums) {
  typedef cub::BlockScan<int, 4> Scan;
  __shared__ typename Scan::TempStorage storage;
  int item[2] = {in[2 * threadIdx.x], in[2 * threadIdx.x + 1]}, out[2], sum;
  Scan(storage).ExclusiveSum(item, out, sum);
  before[2 * threadIdx.x] = out[0], before[2 * threadIdx.x + 1] = out[1];
  sums[threadIdx.x] = sum;
  __syncthreads();
  Scan(storage).InclusiveSum(item, out);
  with[2 * threadIdx.x] = out[0], with[2 * threadIdx.x + 1] = out[1];
}

__global__ void powers(float *out) {
  __nanosleep(10);
  half2 own(threadIdx.x, threadIdx.x * 2), other = __shfl_up_sync(0xffffffff, own, 1);
  out[threadIdx.x] = (float)__nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(127 + threadIdx.x % 3)) +
                     (float)other.y;
}

int main() {
  int host[8] = {3, 1, 4, 1, 5, 9, 2, 6}, *in, *before, *with, *sums;
  float *out, floats[32];
  cudaMalloc(&in, 32), cudaMalloc(&before, 32), cudaMalloc(&with, 32), cudaMalloc(&sums, 16);
  cudaMalloc(&out, sizeof(floats));
  cudaMemcpy(in, host, 32, cudaMemcpyHostToDevice);
  scans<<<1, 4>>>(in, before, with, sums);
  for (int *p : {before, with, sums}) {
    int n = p == sums ? 4 : 8;
    cudaMemcpy(host, p, n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
      std::printf("%d ", host[i]);
    std::printf("\n");
  }
  powers<<<1, 32>>>(out);
  cudaMemcpy(floats, out, sizeof(floats), cudaMemcpyDeviceToHost);
  std::printf("%g %g %g %g\n", floats[0], floats[1], floats[2], floats[3]);
}

// CHECK: 0 3 4 8 9 14 23 25
// CHECK-NEXT: 3 4 8 9 14 23 25 31
// CHECK-NEXT: 31 31 31 31
// CHECK-NEXT: 1 2 6 5
