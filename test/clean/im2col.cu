// SPDX-License-Identifier: Apache-2.0
__global__ void im2col(const float *image, float *columns, int count, int height, int width,
                       int kernel, int outHeight, int outWidth) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
    int x = i % outWidth, y = i / outWidth % outHeight, channel = i / outWidth / outHeight;
    float *to = columns + (channel * kernel * kernel * outHeight + y) * outWidth + x;
    const float *from = image + (channel * height + y) * width + x;
    for (int r = 0; r < kernel; ++r)
      for (int c = 0; c < kernel; ++c) {
        *to = from[r * width + c];
        to += outHeight * outWidth;
      }
  }
}

void run(const float *image, float *columns, int channels, int height, int width) {
  int outHeight = height - 2, outWidth = width - 2, count = channels * outHeight * outWidth;
  im2col<<<(count + 255) / 256, 256>>>(image, columns, count, height, width, 3, outHeight, outWidth);
}
