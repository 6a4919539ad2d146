// SPDX-License-Identifier: Apache-2.0
// Four neighbouring threads add their part to one point, one after the other, as if a warp
// ran in lockstep.
#include <cstdlib>

__global__ void contribute(const float *source, float *point, int points, int sources, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int p = i / step;
  int part = i - p * step;
  if (p >= points)
    return;
  float sum = 0;
  for (int s = part; s < sources; s += step)
    sum += source[s] * (p + 1);
  if (part == 0)
    point[p] = sum; // race
  for (int turn = 1; turn < step; ++turn)
    if (part == turn)
      point[p] += sum; // race
}

int main(int argc, char **argv) {
  int points = atoi(argv[1]), sources = atoi(argv[2]);
  const int step = 4;
  float *source, *point;
  cudaMalloc(&source, sources * sizeof(float));
  cudaMalloc(&point, points * sizeof(float));
  int threads = 256;
  contribute<<<step * points / threads + 1, threads>>>(source, point, points, sources, step);
  cudaDeviceSynchronize();
  return 0;
}
