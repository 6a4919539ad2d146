// SPDX-License-Identifier: Apache-2.0
// One output pixel per thread; only the width is the pitch of a row.
#include <cstdlib>

__global__ void smooth(const float *in, float *out, int w, int h, int radius, float spread) {
  const int idx = blockIdx.x * blockDim.x + threadIdx.x;
  const int idy = blockIdx.y * blockDim.y + threadIdx.y;
  if (idx >= w || idy >= h)
    return;
  float centre = in[idy * w + idx], sum = 0, weight = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      int x = min(max(idx + dx, 0), w - 1), y = min(max(idy + dy, 0), h - 1);
      float v = in[y * w + x];
      float f = expf(-(v - centre) * (v - centre) / spread);
      sum += f * v;
      weight += f;
    }
  out[idy * w + idx] = sum / weight;
}

int main(int argc, char **argv) {
  int w = atoi(argv[1]), h = atoi(argv[2]);
  size_t bytes = (size_t)w * h * sizeof(float);
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  dim3 threads(16, 16);
  dim3 blocks((w + 15) / 16, (h + 15) / 16);
  smooth<<<blocks, threads>>>(in, out, w, h, 6, 0.5f);
  cudaDeviceSynchronize();
  return 0;
}
