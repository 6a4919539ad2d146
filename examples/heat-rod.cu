// SPDX-License-Identifier: Apache-2.0
//
// Several steps of heat flow along a rod, a block's part kept in shared memory.
// Bug: one of the barriers orders nothing. Every step pays for it.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int Block = 256;

__global__ void flow(float *rod, int steps) {
  __shared__ float heat[2][Block];
  int tid = threadIdx.x;
  heat[0][tid] = rod[blockIdx.x * Block + tid];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    const float *now = heat[step & 1];
    float *next = heat[(step + 1) & 1];
    float left = tid > 0 ? now[tid - 1] : now[tid];
    float right = tid + 1 < Block ? now[tid + 1] : now[tid];
    __syncthreads();
    next[tid] = now[tid] + 0.25f * (left - 2 * now[tid] + right);
    __syncthreads();
  }
  rod[blockIdx.x * Block + tid] = heat[steps & 1][tid];
}

int main() {
  const int blocks = 100, n = blocks * Block;
  std::vector<float> rod(n, 20.0f);
  float *device;
  cudaMalloc(&device, sizeof(float) * n);
  cudaMemcpy(device, rod.data(), sizeof(float) * n, cudaMemcpyHostToDevice);
  flow<<<blocks, Block>>>(device, 100);
  cudaMemcpy(rod.data(), device, sizeof(float) * n, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (float heat : rod)
    wrong += heat != 20.0f;
  std::printf("%d of %d cells changed although all are equally warm\n", wrong, n);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
