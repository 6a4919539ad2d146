// SPDX-License-Identifier: Apache-2.0
// Kernels on row-major matrices with a stride; the launches are plain C functions.
#include "matrix-kernels.h"

__global__ static void copyUpperToLower(float *a, MatrixDim dim) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (j <= i || j >= dim.rows)
    return;
  int from = i * dim.stride + j, to = j * dim.stride + i;
  a[to] = a[from];
}

__global__ static void copyLowerToUpper(float *a, MatrixDim dim) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i <= j || i >= dim.rows)
    return;
  int from = i * dim.stride + j, to = j * dim.stride + i;
  a[to] = a[from];
}

__global__ static void copyFromPacked(float *a, const float *packed, MatrixDim dim) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; // column
  int j = blockIdx.y * blockDim.y + threadIdx.y; // row
  if (i < dim.cols && j < dim.rows) {
    if (i <= j)
      a[j * dim.stride + i] = packed[j * (j + 1) / 2 + i];
    else
      a[j * dim.stride + i] = packed[i * (i + 1) / 2 + j];
  }
}

__global__ static void copyRowToAll(float *a, const float *row, MatrixDim dim) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < dim.cols && j < dim.rows)
    a[i + j * dim.stride] = row[i];
}

void launch_copy_upper_to_lower(dim3 grid, dim3 block, float *a, MatrixDim dim) {
  copyUpperToLower<<<grid, block>>>(a, dim);
}
void launch_copy_lower_to_upper(dim3 grid, dim3 block, float *a, MatrixDim dim) {
  copyLowerToUpper<<<grid, block>>>(a, dim);
}
void launch_copy_from_packed(dim3 grid, dim3 block, float *a, const float *packed, MatrixDim dim) {
  copyFromPacked<<<grid, block>>>(a, packed, dim);
}
void launch_copy_row_to_all(dim3 grid, dim3 block, float *a, const float *row, MatrixDim dim) {
  copyRowToAll<<<grid, block>>>(a, row, dim);
}
