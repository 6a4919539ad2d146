// SPDX-License-Identifier: Apache-2.0
//
// Counts the bytes of a buffer.
// Bug: threads that meet the same byte bump one counter without an atomic.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void count(const unsigned char *bytes, unsigned *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bins[bytes[i]] += 1;
}

int main() {
  const int n = 1 << 20;
  std::vector<unsigned char> bytes(n);
  for (int i = 0; i < n; ++i)
    bytes[i] = static_cast<unsigned char>(i * 31);
  std::vector<unsigned> bins(256);
  unsigned char *deviceBytes;
  unsigned *deviceBins;
  cudaMalloc(&deviceBytes, n);
  cudaMalloc(&deviceBins, sizeof(unsigned) * 256);
  cudaMemcpy(deviceBytes, bytes.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(deviceBins, 0, sizeof(unsigned) * 256);
  count<<<n / 256, 256>>>(deviceBytes, deviceBins, n);
  cudaMemcpy(bins.data(), deviceBins, sizeof(unsigned) * 256, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (unsigned bin : bins)
    wrong += bin != n / 256;
  std::printf("%d of 256 counts are wrong\n", wrong);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
