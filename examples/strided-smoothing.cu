// SPDX-License-Identifier: Apache-2.0
//
// One block smooths a long array in passes over it.
// Bug: the loop's trip count differs between threads when the length is no multiple of the
// block, so in the last pass some threads wait at a barrier that the others never reach.
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int Block = 128;

__global__ void smooth(const int *in, int *out, int n) {
  __shared__ int tile[Block];
  for (int i = threadIdx.x; i < n; i += Block) {
    tile[threadIdx.x] = in[i];
    __syncthreads();
    int left = threadIdx.x > 0 ? tile[threadIdx.x - 1] : tile[0];
    out[i] = (left + tile[threadIdx.x]) / 2;
    __syncthreads();
  }
}

int main() {
  const int n = 1000;
  std::vector<int> in(n, 6), out(n);
  int *deviceIn, *deviceOut;
  cudaMalloc(&deviceIn, sizeof(int) * n);
  cudaMalloc(&deviceOut, sizeof(int) * n);
  cudaMemcpy(deviceIn, in.data(), sizeof(int) * n, cudaMemcpyHostToDevice);
  smooth<<<1, Block>>>(deviceIn, deviceOut, n);
  cudaMemcpy(out.data(), deviceOut, sizeof(int) * n, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int value : out)
    wrong += value != 6;
  std::printf("%d of %d values are wrong\n", wrong, n);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
