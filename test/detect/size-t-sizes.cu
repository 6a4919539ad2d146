// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Sizes are of type size_t, and indices are ints, or the reverse.

// Three parts of a row that is as long as three columns.
__global__ void gatesOk(float *a, const float *x, size_t rows, size_t cols) {
  for (int first = 0; first < rows; first += gridDim.x) {
    const int row = first + blockIdx.x;
    if (row >= rows)
      continue;
    float *to = a + row * cols * 3;
    const float *from = x + row * cols * 3;
    for (int start = 0; start < cols; start += blockDim.x) {
      const int i = start + threadIdx.x;
      if (i < cols) {
        const int k = i + cols, l = i + 2 * cols;
        to[i] += from[i];
        to[k] += from[k];
        to[l] += from[l];
      }
    }
  }
}
__global__ void gatesBad(float *a, const float *x, size_t rows, size_t cols) {
  for (int first = 0; first < rows; first += gridDim.x) {
    const int row = first + blockIdx.x;
    if (row >= rows)
      continue;
    float *to = a + row * cols * 2;
    for (int start = 0; start < cols; start += blockDim.x) {
      const int i = start + threadIdx.x;
      if (i < cols) {
        const int l = i + 2 * cols;
        to[i] += x[i]; // expect: inter-block-race
        to[l] += x[l];
      }
    }
  }
}
void runGates(float *a, const float *x, int rows, int cols) {
  const int blocks = rows < 65535 ? rows : 65535, threads = cols < 512 ? cols : 512;
  gatesOk<<<blocks, threads>>>(a, x, rows, cols);
  gatesBad<<<blocks, threads>>>(a, x, rows, cols);
}

// The counter of a loop over a whole image is taken apart as an int.
__global__ void scaleOk(const float *in, float *out, int channels, int half, int width, int height,
                        int total) {
  for (size_t k = blockIdx.x * blockDim.x + threadIdx.x; k < total / 2;
       k += blockDim.x * gridDim.x) {
    const int i = k, pair = i % half, t = i / half;
    const int x = t % width, u = t / width, y = u % height, b = u / height;
    const int at = ((b * height + y) * width + x) * channels + pair * 2;
    out[at] = in[at] * 2;
    out[at + 1] = in[at + 1] * 2;
  }
}
__global__ void scaleBad(const float *in, float *out, int channels, int half, int width, int height,
                         int total) {
  for (size_t k = blockIdx.x * blockDim.x + threadIdx.x; k < total / 2;
       k += blockDim.x * gridDim.x) {
    const int i = k, pair = i % half, t = i / half;
    const int x = t % width, u = t / width, y = u % height, b = u / height;
    const int at = ((b * height + y) * width + x) * channels + pair;
    out[at] = in[at] * 2; // expect: global-race, allow: inter-block-race
    out[at + 1] = in[at + 1] * 2; // expect: global-race, allow: inter-block-race
  }
}
void runScale(const float *in, float *out, int batch, int c, int width, int height, int blocks) {
  const int channels = (c + 7) / 8 * 8, total = batch * height * width * channels;
  const int threads = (total + blocks - 1) / blocks;
  scaleOk<<<blocks, threads>>>(in, out, channels, channels / 2, width, height, total);
  scaleBad<<<blocks, threads>>>(in, out, channels, channels / 2, width, height, total);
}
