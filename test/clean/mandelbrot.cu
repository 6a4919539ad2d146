// SPDX-License-Identifier: Apache-2.0
__global__ void mandelbrot(uchar4 *image, int width, int height, float scale) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float cx = (x - width / 2) * scale, cy = (y - height / 2) * scale, zx = 0, zy = 0;
  int k = 0;
  while (zx * zx + zy * zy < 4 && k < 255) {
    float t = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy;
    zx = t;
    ++k;
  }
  image[y * width + x] = make_uchar4(k, k / 2, 255 - k, 255);
}

void run(uchar4 *image, int width, int height) {
  mandelbrot<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(image, width, height,
                                                                        0.005f);
}
