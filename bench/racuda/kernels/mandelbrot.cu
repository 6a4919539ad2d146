// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set in tiles of one block each, which blocks take one after another.

__global__ void mandelbrot(uchar4 *image, int width, int height, int tiles, int limit,
                           float scale, int frame) {
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    int x = tile * blockDim.x + threadIdx.x, y = threadIdx.y;
    if (x >= width || y >= height)
      continue;
    float re = x * scale, im = y * scale, zr = 0, zi = 0;
    int left = limit;
    while (left > 0 && zr * zr + zi * zi < 4) {
      float next = zr * zr - zi * zi + re;
      zi = 2 * zr * zi + im;
      zr = next;
      --left;
    }
    uchar4 color = make_uchar4(0, 0, 0, 0);
    if (left > 0) {
      int shade = limit - left + frame;
      color = make_uchar4(shade * 3, shade * 5, shade * 7, 0);
    }
    image[y * width + x] = color;
  }
}
