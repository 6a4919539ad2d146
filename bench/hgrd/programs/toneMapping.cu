// SPDX-License-Identifier: Apache-2.0
// Every thread maps one pixel of several channels; the grid covers the picture exactly.
#include <cstdlib>

__global__ void map(const float *in, float *out, float gamma, unsigned width, unsigned channels,
                    unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned at = width * y * channels + x * channels;
  float r = in[at], g = in[at + 1], b = in[at + 2];
  float light = 0.27f * r + 0.67f * g + 0.06f * b, scale = powf(light, gamma);
  out[at] = r * scale;
  out[at + 1] = g * scale;
  out[at + 2] = b * scale;
}

int main(int argc, char **argv) {
  unsigned width = atoi(argv[1]), height = atoi(argv[2]);
  const int channels = 4;
  float *in, *out;
  cudaMalloc(&in, sizeof(float) * width * height * channels);
  cudaMalloc(&out, sizeof(float) * width * height * channels);
  dim3 grid(width / 16, height / 16), block(16, 16);
  map<<<grid, block>>>(in, out, 0.3f, width, channels, height);
  cudaDeviceSynchronize();
  return 0;
}
