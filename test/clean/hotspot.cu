// SPDX-License-Identifier: Apache-2.0
// Several steps in one launch on a shrinking tile.
#define B 16

__global__ void heat(int steps, const float *power, const float *from, float *to, int cols,
                     int rows, int border, float step) {
  __shared__ float temp[B][B], next[B][B];
  int small = B - steps * 2, tx = threadIdx.x, ty = threadIdx.y;
  int y = (int)(small * blockIdx.y) - border + ty, x = (int)(small * blockIdx.x) - border + tx;
  bool valid = y >= 0 && y < rows && x >= 0 && x < cols;
  temp[ty][tx] = valid ? from[y * cols + x] : 0;
  float source = valid ? power[y * cols + x] : 0;
  __syncthreads();
  bool computed = false;
  for (int i = 0; i < steps; ++i) {
    computed = false;
    if (tx > i && tx < B - 1 - i && ty > i && ty < B - 1 - i && valid) {
      computed = true;
      next[ty][tx] = temp[ty][tx] + step * (source + temp[ty + 1][tx] + temp[ty - 1][tx] +
                                            temp[ty][tx + 1] + temp[ty][tx - 1]);
    }
    __syncthreads();
    if (i == steps - 1)
      break;
    if (computed)
      temp[ty][tx] = next[ty][tx];
    __syncthreads();
  }
  if (computed)
    to[y * cols + x] = next[ty][tx];
}

void run(const float *power, const float *from, float *to, int n) {
  int small = B - 2 * 2;
  heat<<<dim3((n + small - 1) / small, (n + small - 1) / small), dim3(B, B)>>>(2, power, from, to, n,
                                                                          n, 2, 0.1f);
}
