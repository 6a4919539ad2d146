// SPDX-License-Identifier: Apache-2.0
//
// Sums an array by blocks.
// Bug: the last steps run in one warp and rely on its lanes moving in lockstep, which is not
// promised since compute capability 7.0.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int Block = 256;

__global__ void sum(const int *in, int *partial) {
  __shared__ int s[Block];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * Block + tid];
  __syncthreads();
  for (int half = Block / 2; half >= 32; half /= 2) {
    if (tid < half)
      s[tid] += s[tid + half];
    __syncthreads();
  }
  if (tid < 16) {
    volatile int *v = s;
    v[tid] += v[tid + 16];
    if (tid < 8)
      v[tid] += v[tid + 8];
    if (tid < 4)
      v[tid] += v[tid + 4];
    if (tid < 2)
      v[tid] += v[tid + 2];
    if (tid < 1)
      v[tid] += v[tid + 1];
  }
  if (tid == 0)
    partial[blockIdx.x] = s[0];
}

int main() {
  const int blocks = 400, n = blocks * Block;
  std::vector<int> in(n, 1), partial(blocks);
  int *deviceIn, *devicePartial;
  cudaMalloc(&deviceIn, sizeof(int) * n);
  cudaMalloc(&devicePartial, sizeof(int) * blocks);
  cudaMemcpy(deviceIn, in.data(), sizeof(int) * n, cudaMemcpyHostToDevice);
  sum<<<blocks, Block>>>(deviceIn, devicePartial);
  cudaMemcpy(partial.data(), devicePartial, sizeof(int) * blocks, cudaMemcpyDeviceToHost);
  long total = 0;
  for (int p : partial)
    total += p;
  std::printf("sum %ld, expected %d\n", total, n);
  return total == n ? EXIT_SUCCESS : EXIT_FAILURE;
}
