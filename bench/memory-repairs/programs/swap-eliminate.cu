// SPDX-License-Identifier: Apache-2.0
// One step of an elimination, with rows along x.
#include "buffers.h"

__global__ void eliminate(float *a, const float *factor, int size, int pivot) {
  int row = blockIdx.x * blockDim.x + threadIdx.x + pivot + 1;
  int col = blockIdx.y * blockDim.y + threadIdx.y + pivot + 1;
  if (row < size && col < size)
    a[row * size + col] -= factor[row] * a[pivot * size + col];
}

int main() {
  float *a, *factor;
  int size = 256 * SCALE;
  cudaMalloc(&a, size * size * sizeof(float));
  cudaMalloc(&factor, size * sizeof(float));
  fill(a, size * size);
  std::vector<float> factors = contents<float>(size);
  for (float &f : factors)
    f /= 65536; // the values stay finite
  cudaMemcpy(factor, factors.data(), size * sizeof(float), cudaMemcpyHostToDevice);
  for (int pivot = 0; pivot < size - 1; ++pivot)
    eliminate<<<dim3(size / 8, size / 32), dim3(8, 32)>>>(a, factor, size, pivot);
  report("a", a, size * size);
}
