// SPDX-License-Identifier: Apache-2.0
__global__ void coefficients(const float *image, float *c, float *north, float *west, int rows,
                             int cols, float q0) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= cols || y >= rows)
    return;
  int at = y * cols + x;
  float here = image[at];
  float n = (y > 0 ? image[at - cols] : here) - here, w = (x > 0 ? image[at - 1] : here) - here;
  float gradient = (n * n + w * w) / (here * here), laplace = (n + w) / here;
  float q = (0.5f * gradient - laplace * laplace / 16) / ((1 + laplace / 4) * (1 + laplace / 4));
  float d = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
  c[at] = d < 0 ? 0 : d > 1 ? 1 : d;
  north[at] = n;
  west[at] = w;
}

__global__ void update(float *image, const float *c, const float *north, const float *west, int rows,
                       int cols, float lambda) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= cols || y >= rows)
    return;
  int at = y * cols + x;
  float south = y + 1 < rows ? c[at + cols] : c[at], east = x + 1 < cols ? c[at + 1] : c[at];
  image[at] += 0.25f * lambda * (c[at] * north[at] + south + c[at] * west[at] + east);
}

void run(float *image, float *c, float *north, float *west, int rows, int cols) {
  dim3 block(16, 16), grid((cols + 15) / 16, (rows + 15) / 16);
  coefficients<<<grid, block>>>(image, c, north, west, rows, cols, 0.5f);
  update<<<grid, block>>>(image, c, north, west, rows, cols, 0.5f);
}
