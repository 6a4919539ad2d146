// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// RUN: %cuda-fix %s --no-repair --checks=synchronization --format=json=- 2>/dev/null | FileCheck %s
// Rows of a pitch hold a batch, and each launch is for what is left, a batch at most: how host code
// computes the sizes says that no row is longer than the pitch.
#include <algorithm>
#include <cuda_runtime.h>

// CHECK: "name": "distancesOk"
// CHECK: "text": "{{.*}}bytes / 4 < 2^31
__global__ void distancesOk(int rows, float *in, int width, int pitch, int dim, float *out) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < rows) {
    float sum = 0;
    for (int i = 0; i < dim; i++)
      sum += in[i * pitch + x];
    out[y * pitch + x] = sum;
  }
}

void run(int count, int rows, int dim, size_t most) {
  float *in;
  size_t bytes;
  size_t batch = std::min((size_t)count, most / 16 * 16);
  cudaMallocPitch((void **)&in, &bytes, batch * sizeof(float), dim + rows);
  size_t pitch = bytes / sizeof(float);
  float *out = in + dim * pitch;
  for (size_t i = 0; i < count; i += batch) {
    size_t width = std::min(batch, count - i);
    dim3 grid(width / 16, rows / 16, 1);
    if (width % 16 != 0)
      grid.x += 1;
    if (rows % 16 != 0)
      grid.y += 1;
    distancesOk<<<grid, dim3(16, 16, 1)>>>(rows, in, width, pitch, dim, out);
  }
}

// What is left may be more than the batch that rows have space for.
__global__ void copyUnknown(const float *in, int width, int pitch, int rows, float *out) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width && y < rows)
    out[y * pitch + x] = in[x] + y;
}

void runLonger(const float *in, int count, int rows, size_t most) {
  float *out;
  size_t bytes;
  size_t batch = std::min((size_t)count, most / 16 * 16);
  cudaMallocPitch((void **)&out, &bytes, batch * sizeof(float), rows);
  for (size_t i = 0; i < count; i += batch) {
    size_t width = std::max(batch, count - i);
    copyUnknown<<<dim3((width + 255) / 256, rows), 256>>>(in, width, bytes / sizeof(float), rows, out);
  }
}
