// SPDX-License-Identifier: Apache-2.0
//
// What calls that stand for PTX say of it by numbers.
#pragma once

#include <cstdint>

namespace cudafix::frontend {

/// Last operand of __cudafix_bulk_reduce: the operation, above 8 bits the type.
enum class ReduceOp : uint8_t { None, Add, Min, Max, Inc, Dec, And, Or, Xor };
enum class ReduceType : uint8_t { U32, S32, U64, S64, F16, BF16, F32, F64 };

/// An element of a matrix that mma.sync multiplies or sums up.
enum class MatrixType : uint8_t { None, F16, BF16, TF32, F32, F64, S8, U8, S32, E4M3, E5M2 };

/// First operand of __cudafix_mma(form, a, b, c), which gives d = a * b + c: matrices of a warp, of
/// which each lane holds registers of 32 bits as PTX lays them out.
struct MatrixForm {
  unsigned M = 16, N = 8, K = 0;
  MatrixType A = MatrixType::None, B = MatrixType::None, D = MatrixType::None;
  bool Saturates = false;

  uint32_t number() const {
    return K | (M == 8) << 7 | unsigned(A) << 8 | unsigned(B) << 12 | unsigned(D) << 16 |
           unsigned(Saturates) << 20;
  }
  static MatrixForm of(uint32_t Number) {
    MatrixForm F;
    F.K = Number & 0x7f;
    F.M = Number >> 7 & 1 ? 8 : 16;
    F.A = static_cast<MatrixType>(Number >> 8 & 15);
    F.B = static_cast<MatrixType>(Number >> 12 & 15);
    F.D = static_cast<MatrixType>(Number >> 16 & 15);
    F.Saturates = Number >> 20;
    return F;
  }
};

constexpr unsigned bitsOf(MatrixType T) {
  switch (T) {
  case MatrixType::F16:
  case MatrixType::BF16:
    return 16;
  case MatrixType::S8:
  case MatrixType::U8:
  case MatrixType::E4M3:
  case MatrixType::E5M2:
    return 8;
  case MatrixType::F64:
    return 64;
  default:
    return 32;
  }
}

} // namespace cudafix::frontend
