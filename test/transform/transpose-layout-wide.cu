// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair transpose-layout %s --checks=performance --unsafe --source-only | FileCheck %s
// Indices that are computed in 64 bits because the matrix may be large stay so.

#include <cstdio>
#include <cstdlib>

__global__ void sums(const float *data, float *sum, int features, int points) {
  int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= points)
    return;
  float all = 0;
  for (int f = 0; f < features; ++f)
    all += data[(size_t)point * features + f];
  for (long f = 1; f < features; ++f)
    all *= data[(size_t)point * features + f - 1];
  for (int f = 0; f + 1 < features; ++f)
    all -= data[(long)point * features + f + 1];
  size_t narrow = point * features;
  sum[point] = all + narrow;
}

int main() {
  int points = 216, features = 20;
  float *host = (float *)malloc(points * features * sizeof(float));
  for (int i = 0; i < points * features; ++i)
    host[i] = i % 3;
  float *data, *sum;
  cudaMalloc((void **)&data, sizeof(float) * points * features);
  cudaMalloc((void **)&sum, sizeof(float) * points);
  cudaMemcpy(data, host, sizeof(float) * points * features, cudaMemcpyHostToDevice);
  sums<<<1, 256>>>(data, sum, features, points);
  float last;
  cudaMemcpy(&last, sum + points - 1, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%g\n", last);
}

// CHECK: all += data[static_cast<size_t>(f) * points + (size_t)point];
// CHECK: all *= data[(f - 1) * points + (size_t)point];
// CHECK: all -= data[static_cast<long>(f + 1) * points + (long)point];
