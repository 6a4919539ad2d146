// SPDX-License-Identifier: Apache-2.0
//
// Averages seven neighbours through a tile with a halo.
// Bug: threads past the end return before the barrier that the others wait at, and the cells
// they should have loaded for their neighbours stay empty.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int Block = 128;
constexpr int Radius = 3;

__global__ void average(const int *in, int *out, int n) {
  __shared__ int tile[Block + 2 * Radius];
  int i = blockIdx.x * Block + threadIdx.x;
  if (i >= n)
    return;
  tile[threadIdx.x + Radius] = in[i];
  if (threadIdx.x < Radius) {
    tile[threadIdx.x] = i >= Radius ? in[i - Radius] : 0;
    tile[threadIdx.x + Radius + Block] = i + Block < n ? in[i + Block] : 0;
  }
  __syncthreads();
  int sum = 0;
  for (int k = 0; k <= 2 * Radius; ++k)
    sum += tile[threadIdx.x + k];
  out[i] = sum / (2 * Radius + 1);
}

int main() {
  const int n = 1000;
  std::vector<int> in(n, 70), out(n);
  int *deviceIn, *deviceOut;
  cudaMalloc(&deviceIn, sizeof(int) * n);
  cudaMalloc(&deviceOut, sizeof(int) * n);
  cudaMemcpy(deviceIn, in.data(), sizeof(int) * n, cudaMemcpyHostToDevice);
  average<<<(n + Block - 1) / Block, Block>>>(deviceIn, deviceOut, n);
  cudaMemcpy(out.data(), deviceOut, sizeof(int) * n, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = Radius; i + Radius < n; ++i)
    wrong += out[i] != 70;
  std::printf("%d of %d averages are wrong\n", wrong, n);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
