// SPDX-License-Identifier: Apache-2.0
// What the kernels and the matrix class share.
#pragma once

struct MatrixDim {
  int rows;
  int cols;
  int stride;
};

extern "C" {
void launch_copy_upper_to_lower(dim3 grid, dim3 block, float *a, MatrixDim dim);
void launch_copy_lower_to_upper(dim3 grid, dim3 block, float *a, MatrixDim dim);
void launch_copy_from_packed(dim3 grid, dim3 block, float *a, const float *packed, MatrixDim dim);
void launch_copy_row_to_all(dim3 grid, dim3 block, float *a, const float *row, MatrixDim dim);
}
