// SPDX-License-Identifier: Apache-2.0
// A vector added to the even rows of a matrix of `h` rows, `w` long, and subtracted from its odd
// rows: a thread for each row, for each pair of rows, for each column, and for each column with
// the vector's element kept.

__global__ void addSub0(const int *a, int *b, int w, int h) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < w; ++j)
    if (row % 2 == 0)
      b[row * w + j] += a[j];
    else
      b[row * w + j] -= a[j];
}

__global__ void addSub1(const int *a, int *b, int w, int h) {
  int pair = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < w; ++j) {
    b[2 * pair * w + j] += a[j];
    b[(2 * pair + 1) * w + j] -= a[j];
  }
}

__global__ void addSub2(const int *a, int *b, int w, int h) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  for (int row = 0; row < h; row += 2) {
    b[row * w + j] += a[j];
    b[(row + 1) * w + j] -= a[j];
  }
}

__global__ void addSub3(const int *a, int *b, int w, int h) {
  extern __shared__ int kept[];
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  kept[threadIdx.x] = a[j];
  for (int row = 0; row < h; row += 2) {
    b[row * w + j] += kept[threadIdx.x];
    b[(row + 1) * w + j] -= kept[threadIdx.x];
  }
}
