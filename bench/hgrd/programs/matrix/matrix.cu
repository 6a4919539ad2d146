// SPDX-License-Identifier: Apache-2.0
#include "matrix.h"
#include <stdexcept>

#define REQUIRE(condition)                                                                         \
  do {                                                                                             \
    if (!(condition))                                                                              \
      throw std::runtime_error("requirement not met: " #condition);                                \
  } while (0)
#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t e = (call);                                                                        \
    if (e != cudaSuccess)                                                                          \
      throw std::runtime_error(cudaGetErrorString(e));                                             \
  } while (0)

static const int Tile = 16;

static int blocks(int size) { return (size + Tile - 1) / Tile; }

void Matrix::release() {
  if (data_)
    cudaFree(data_);
  data_ = nullptr;
  rows_ = cols_ = stride_ = 0;
}

void Matrix::resize(int rows, int cols) {
  REQUIRE(rows >= 0 && cols >= 0);
  if (rows == rows_ && cols == cols_)
    return;
  release();
  if (rows == 0 || cols == 0)
    return;
  size_t pitch;
  CHECK(cudaMallocPitch((void **)&data_, &pitch, cols * sizeof(float), rows));
  rows_ = rows;
  cols_ = cols;
  stride_ = pitch / sizeof(float);
}

void Matrix::copyUpperToLower() {
  REQUIRE(cols_ == rows_);
  if (rows_ == 0)
    return;
  dim3 block(Tile, Tile), grid(blocks(rows_), blocks(rows_));
  launch_copy_upper_to_lower(grid, block, data_, dim());
  CHECK(cudaGetLastError());
}

void Matrix::copyLowerToUpper() {
  REQUIRE(cols_ == rows_);
  if (rows_ == 0)
    return;
  dim3 block(Tile, Tile), grid(blocks(rows_), blocks(rows_));
  launch_copy_lower_to_upper(grid, block, data_, dim());
  CHECK(cudaGetLastError());
}

void Matrix::copyFromPacked(const float *packed, int order) {
  REQUIRE(rows_ == order && cols_ == rows_);
  if (rows_ == 0)
    return;
  dim3 block(Tile, Tile), grid(blocks(cols_), blocks(rows_));
  launch_copy_from_packed(grid, block, data_, packed, dim());
  CHECK(cudaGetLastError());
}

void Matrix::copyRowToAll(const float *row, int length) {
  REQUIRE(length == cols_);
  if (rows_ == 0)
    return;
  dim3 block(Tile, Tile), grid(blocks(cols_), blocks(rows_));
  launch_copy_row_to_all(grid, block, data_, row, dim());
  CHECK(cudaGetLastError());
}
