// SPDX-License-Identifier: Apache-2.0
// A matrix on the device. The stride between rows is what cudaMallocPitch gave.
#pragma once
#include "matrix-kernels.h"

class Matrix {
public:
  Matrix() = default;
  Matrix(int rows, int cols) { resize(rows, cols); }
  ~Matrix() { release(); }

  void resize(int rows, int cols);
  void copyUpperToLower();
  void copyLowerToUpper();
  void copyFromPacked(const float *packed, int order);
  void copyRowToAll(const float *row, int length);

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int stride() const { return stride_; }

private:
  void release();
  MatrixDim dim() const { return {rows_, cols_, stride_}; }

  float *data_ = nullptr;
  int rows_ = 0;
  int cols_ = 0;
  int stride_ = 0;
};
