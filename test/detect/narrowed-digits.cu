// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Coordinates of 32 bits that are taken off an index of 64: each keeps its value.

__global__ void permuteOk(const float *in, float *out, int depth, int height, int width) {
  int total = depth * height * width;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += blockDim.x * gridDim.x) {
    int row = i / width;
    int x = i % width;
    int y = row % height;
    int z = row / height;
    out[(z * width + x) * height + y] = in[(z * height + y) * width + x];
  }
}

// Rows are as long as there are rows.
__global__ void permuteBad(const float *in, float *out, int depth, int height, int width) {
  int total = depth * height * width;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += blockDim.x * gridDim.x) {
    int row = i / width;
    int x = i % width;
    int y = row % height;
    int z = row / height;
    out[(z * height + x) * height + y] = in[row * width + x]; // expect: global-race inter-block-race
  }
}

void launch(const float *in, float *out, int depth, int height, int width) {
  permuteOk<<<1024, 256>>>(in, out, depth, height, width);
  permuteBad<<<1024, 256>>>(in, out, depth, height, width);
}
