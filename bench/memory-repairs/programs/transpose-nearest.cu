// SPDX-License-Identifier: Apache-2.0
// A thread for each point, whose features lie in a row.
#include "buffers.h"

__global__ void nearest(const float *feature, const float *centre, int *member, int points,
                        int features, int centres) {
  int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= points)
    return;
  float best = 1e30f;
  int index = -1;
  for (int c = 0; c < centres; ++c) {
    float sum = 0;
    for (int f = 0; f < features; ++f) {
      float d = feature[point * features + f] - centre[c * features + f];
      sum += d * d;
    }
    if (sum < best) {
      best = sum;
      index = c;
    }
  }
  member[point] = index;
}

int main() {
  int points = 1000 * SCALE * SCALE, features = 24, centres = 5;
  std::vector<float> rows = contents<float>(points * features);
  float *feature, *centre;
  int *member;
  cudaMalloc(&feature, points * features * sizeof(float));
  cudaMalloc(&centre, centres * features * sizeof(float));
  cudaMalloc(&member, points * sizeof(int));
  cudaMemcpy(feature, rows.data(), points * features * sizeof(float), cudaMemcpyHostToDevice);
  fill(centre, centres * features);
  nearest<<<(points + 127) / 128, 128>>>(feature, centre, member, points, features, centres);
  report("member", member, points);
  cudaFree(feature);
}
