// SPDX-License-Identifier: Apache-2.0
// Two kernels over rows, each of a thread's own, and the result back.
#include "buffers.h"

__global__ void norms(const float *data, float *norm, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int col = 0; col < cols; ++col) {
    int at = row * cols + col;
    sum += data[at] * data[at];
  }
  norm[row] = sqrtf(sum);
}

__global__ void divide(float *data, const float *norm, int cols, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || norm[row] == 0)
    return;
  float last = 0;
  for (int col = cols - 1; col >= 0; --col) {
    last += data[cols * row + col] / norm[row];
    data[cols * row + col] = last;
  }
}

int main() {
  int rows = 700 * SCALE * SCALE, cols = 36;
  size_t bytes = rows * cols * sizeof(float);
  std::vector<float> host = contents<float>(rows * cols);
  float *data, *norm;
  cudaMalloc((void **)&data, bytes);
  cudaMalloc((void **)&norm, rows * sizeof(float));
  cudaMemcpy(data, host.data(), bytes, cudaMemcpyHostToDevice);
  norms<<<(rows + 127) / 128, 128>>>(data, norm, rows, cols);
  divide<<<(rows + 127) / 128, 128>>>(data, norm, cols, rows);
  cudaMemcpy(host.data(), data, bytes, cudaMemcpyDeviceToHost);
  print("data", host);
  cudaFree(data);
  cudaFree(norm);
}
