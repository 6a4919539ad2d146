// SPDX-License-Identifier: Apache-2.0
//
// Inclusive prefix sums of each block.
// Bug: every step reads a neighbour's cell and writes its own in one phase.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int Block = 512;

__global__ void scan(int *data) {
  __shared__ int s[Block];
  int tid = threadIdx.x;
  s[tid] = data[blockIdx.x * Block + tid];
  __syncthreads();
  for (int distance = 1; distance < Block; distance *= 2) {
    if (tid >= distance)
      s[tid] += s[tid - distance];
    __syncthreads();
  }
  data[blockIdx.x * Block + tid] = s[tid];
}

int main() {
  const int blocks = 64, n = blocks * Block;
  std::vector<int> data(n, 1);
  int *device;
  cudaMalloc(&device, sizeof(int) * n);
  cudaMemcpy(device, data.data(), sizeof(int) * n, cudaMemcpyHostToDevice);
  scan<<<blocks, Block>>>(device);
  cudaMemcpy(data.data(), device, sizeof(int) * n, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += data[i] != i % Block + 1;
  std::printf("%d of %d prefix sums are wrong\n", wrong, n);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
