// SPDX-License-Identifier: Apache-2.0
__global__ void step(const unsigned char *now, unsigned char *next, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      alive += now[(y + dy) * width + x + dx];
  alive -= now[y * width + x];
  next[y * width + x] = alive == 3 || (alive == 2 && now[y * width + x]);
}

void run(const unsigned char *now, unsigned char *next, int width, int height) {
  step<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(now, next, width, height);
}
