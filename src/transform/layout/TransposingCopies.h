// SPDX-License-Identifier: Apache-2.0
//
// What transpose-layout writes into host code: copies that transpose.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace cudafix::transform {

inline constexpr llvm::StringLiteral ToDevice =
    R"(/// Copies a matrix into device memory so that there its columns lie one after the other.
template <typename T>
static cudaError_t copyTransposedToDevice(T *to, const void *from, size_t rows, size_t cols) {
  const T *matrix = static_cast<const T *>(from);
  T *turned = new T[rows * cols];
  for (size_t row = 0; row < rows; ++row)
    for (size_t col = 0; col < cols; ++col)
      turned[col * rows + row] = matrix[row * cols + col];
  cudaError_t result = cudaMemcpy(to, turned, rows * cols * sizeof(T), cudaMemcpyHostToDevice);
  delete[] turned;
  return result;
}

)";

inline constexpr llvm::StringLiteral ToHost =
    R"(/// Copies a matrix back whose columns lie one after the other in device memory.
template <typename T>
static cudaError_t copyTransposedToHost(void *to, const T *from, size_t rows, size_t cols) {
  T *turned = new T[rows * cols];
  cudaError_t result = cudaMemcpy(turned, from, rows * cols * sizeof(T), cudaMemcpyDeviceToHost);
  T *matrix = static_cast<T *>(to);
  for (size_t row = 0; result == cudaSuccess && row < rows; ++row)
    for (size_t col = 0; col < cols; ++col)
      matrix[row * cols + col] = turned[col * rows + row];
  delete[] turned;
  return result;
}

)";

} // namespace cudafix::transform
