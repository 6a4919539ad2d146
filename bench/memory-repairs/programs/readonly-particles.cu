// SPDX-License-Identifier: Apache-2.0
// The size of a box, read through a function and loaded again behind each store.
#include "buffers.h"

struct Box {
  float low[2], high[2];
};

__device__ float inside(float x, const Box &box, int axis) {
  return fminf(fmaxf(x, box.low[axis]), box.high[axis]);
}

template <typename T> __global__ void advance(T *place, T *speed, Box *box, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  place[i] = inside(place[i] + speed[i], *box, 0);
  place[n + i] = inside(place[n + i] + speed[n + i], *box, 1);
  place[2 * n + i] = inside(place[2 * n + i] + speed[2 * n + i], *box, 0);
}

int main() {
  const int n = 3000 * SCALE * SCALE;
  float *place, *speed;
  Box *box, all = {{-500, -300}, {700, 900}};
  cudaMalloc(&place, 3 * n * sizeof(float));
  cudaMalloc(&speed, 3 * n * sizeof(float));
  cudaMalloc(&box, sizeof(Box));
  cudaMemcpy(box, &all, sizeof(Box), cudaMemcpyHostToDevice);
  fill(place, 3 * n);
  fill(speed, 3 * n);
  advance<<<(n + 127) / 128, 128>>>(place, speed, box, n);
  report("place", place, 3 * n);
}
