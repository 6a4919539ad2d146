// SPDX-License-Identifier: Apache-2.0
__global__ void pool(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int plane = blockIdx.z;
  if (2 * x + 1 >= width || 2 * y + 1 >= height)
    return;
  const float *from = in + (plane * height + 2 * y) * width + 2 * x;
  out[(plane * (height / 2) + y) * (width / 2) + x] =
      fmaxf(fmaxf(from[0], from[1]), fmaxf(from[width], from[width + 1]));
}

void run(const float *in, float *out, int width, int height, int planes) {
  dim3 grid((width / 2 + 15) / 16, (height / 2 + 15) / 16, planes);
  pool<<<grid, dim3(16, 16)>>>(in, out, width, height);
}
