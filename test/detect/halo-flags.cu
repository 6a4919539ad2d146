// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// Each thread has a cell of the tile, and some one of its rim as well; whether they do is a
// number.

#define WIDTH 16
#define ROW (WIDTH + 2)

__global__ void smoothOk(float *out, const float *in, int width, int height) {
  __shared__ float tile[ROW * ROW];
  int x = threadIdx.x, y = threadIdx.y, rank = x + y * WIDTH;
  int rim = rank < 4 * WIDTH, rimX = 0, rimY = 0, place = 0;
  if (rim) {
    int side = rank / WIDTH, along = rank % WIDTH + 1;
    rimX = side < 2 ? along : side == 2 ? 0 : WIDTH + 1;
    rimY = side < 2 ? side * (WIDTH + 1) : along;
    place = rimX + rimY * ROW;
    rimX += blockIdx.x * WIDTH - 1;
    rimY += blockIdx.y * WIDTH - 1;
    rim = rimX >= 0 && rimX < width && rimY >= 0 && rimY < height;
  }
  int column = blockIdx.x * WIDTH + x, row = blockIdx.y * WIDTH + y;
  int inside = column < width && row < height, at = x + 1 + (y + 1) * ROW;
  if (inside)
    tile[at] = in[column + row * width];
  if (rim)
    tile[place] = in[rimX + rimY * width];
  __syncthreads();
  if (inside)
    out[column + row * width] = tile[at - 1] + tile[at + 1] + tile[at - ROW] + tile[at + ROW];
}

// The rim is shifted into the tile.
__global__ void smoothBad(float *out, const float *in, int width, int height) {
  __shared__ float tile[ROW * ROW];
  int x = threadIdx.x, y = threadIdx.y, rank = x + y * WIDTH;
  int rim = rank < WIDTH - 1, place = 0;
  if (rim) {
    place = rank + 2 + ROW;
    rim = blockIdx.y > 0;
  }
  tile[x + 1 + (y + 1) * ROW] = in[x + y * width];
  if (rim)
    tile[place] = in[x] + 1; // expect: intra-warp-race
  __syncthreads();
  out[blockIdx.x * WIDTH + x + (blockIdx.y * WIDTH + y) * (gridDim.x * WIDTH)] =
      tile[x + 1 + (y + 1) * ROW];
}

void launches(float *out, const float *in, int width, int height) {
  dim3 block(WIDTH, WIDTH), grid((width + WIDTH - 1) / WIDTH, (height + WIDTH - 1) / WIDTH);
  smoothOk<<<grid, block>>>(out, in, width, height);
  smoothBad<<<grid, block>>>(out, in, width, height);
}
