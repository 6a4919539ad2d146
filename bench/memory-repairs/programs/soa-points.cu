// SPDX-License-Identifier: Apache-2.0
// Points with a weight and what it costs to assign them to another one.
#include "buffers.h"

struct Point {
  float weight;
  long assigned;
  float cost;
};

__global__ void gain(const Point *points, const float *distance, float *lower, int n, long centre) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float now = distance[i] * points[i].weight;
  lower[i] = now < points[i].cost && points[i].assigned != centre ? now - points[i].cost : 0;
}

int main() {
  int n = 5000 * SCALE * SCALE;
  std::vector<float> values = contents<float>(n);
  std::vector<Point> host(n);
  for (int i = 0; i < n; ++i)
    host[i] = {values[i], i % 17, values[n - 1 - i]};
  Point *points;
  float *distance, *lower;
  cudaMalloc((void **)&points, sizeof(Point) * n);
  cudaMalloc((void **)&distance, n * sizeof(float));
  cudaMalloc((void **)&lower, n * sizeof(float));
  cudaMemcpy(points, host.data(), sizeof(Point) * n, cudaMemcpyHostToDevice);
  fill(distance, n);
  gain<<<(n + 255) / 256, 256>>>(points, distance, lower, n, 3);
  report("lower", lower, n);
  cudaFree(points);
}
