// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair stage-in-shared %s --checks=performance --unsafe | FileCheck %s --match-full-lines --strict-whitespace
// What the counter is added to loses the counter and the parentheses around the sum.

const int Edge = 32, Rows = 8;

__global__ void turn(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * Edge + threadIdx.x;
  int y = blockIdx.y * Edge + threadIdx.y;
  for (int r = 0; r < Edge; r += Rows)
    out[x * height + (y + r)] = in[(y + r) * width + x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * 512 * sizeof(float));
  cudaMalloc(&out, 256 * 512 * sizeof(float));
  turn<<<dim3(512 / Edge, 256 / Edge), dim3(Edge, Rows)>>>(in, out, 512, 256);
}

// CHECK:    out[xT * height + yT] = tile[threadIdx.x][threadIdx.y + r];
