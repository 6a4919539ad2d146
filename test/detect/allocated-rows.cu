// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: %cuda-fix %s --no-repair --checks=synchronization --format=json=- 2>/dev/null | FileCheck %s
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-no-wrap' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// The size of an allocation is a product of 32 bits that does not wrap around.
#include <cuda_runtime.h>

// CHECK: "name": "rootOk"
// CHECK: "text": "{{.*}}width * 4 < 2^32
__global__ void rootOk(float *array, int width, int pitch, int rows) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < rows)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'array'
    array[y * pitch + x] = sqrtf(array[y * pitch + x]);
}

void run(int n, int k) {
  const unsigned size = sizeof(float);
  float *array;
  size_t bytes;
  cudaMallocPitch((void **)&array, &bytes, n * size, k);
  dim3 grid(n / 16 + 1, k / 16 + 1);
  rootOk<<<grid, dim3(16, 16)>>>(array, n, bytes / size, k);
}
