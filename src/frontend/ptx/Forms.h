// SPDX-License-Identifier: Apache-2.0
//
// The encoding of operands of calls that represent PTX.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

namespace cudafix::frontend {

/// Last operand of __cudafix_bulk_reduce: the operation; the type is in the bits from 8 on.
enum class ReduceOp : uint8_t { None, Add, Min, Max, Inc, Dec, And, Or, Xor };
enum class ReduceType : uint8_t { U32, S32, U64, S64, F16, BF16, F32, F64 };

/// The element type of a matrix that mma.sync multiplies or adds.
enum class MatrixType : uint8_t { None, F16, BF16, TF32, F32, F64, S8, U8, S32, E4M3, E5M2 };

/// First operand of __cudafix_mma(form, a, b, c) and of __cudafix_wmma, which compute d = a * b + c
/// for matrices of a warp; each lane holds 32-bit registers.
struct MatrixForm {
  unsigned M = 16, N = 8, K = 1; ///< each a power of two
  MatrixType A = MatrixType::None, B = MatrixType::None, C = MatrixType::None, D = MatrixType::None;
  bool Saturates = false;
  /// Lanes hold neighbouring elements of a row (or of a column, for A and B stored by columns) as
  /// in mma.h; false: the layout of mma.sync in PTX.
  bool InOrder = false;
  bool ColumnsA = false, ColumnsB = false;
  /// Nothing is multiplied. ToColumns: d has the elements of c in column order. ToRows: c is in
  /// column order, d in row order.
  bool ToColumns = false, ToRows = false;

  constexpr uint32_t number() const {
    return log2(M) | log2(N) << 3 | log2(K) << 6 | unsigned(A) << 9 | unsigned(B) << 13 |
           unsigned(C) << 17 | unsigned(D) << 21 | unsigned(Saturates) << 25 |
           unsigned(InOrder) << 26 | unsigned(ColumnsA) << 27 | unsigned(ColumnsB) << 28 |
           unsigned(ToColumns) << 29 | unsigned(ToRows) << 30;
  }
  static constexpr MatrixForm of(uint32_t Number) {
    MatrixForm F;
    auto Take = [&](unsigned Bits) {
      uint32_t Low = Number & ((1u << Bits) - 1);
      Number >>= Bits;
      return Low;
    };
    F.M = 1u << Take(3);
    F.N = 1u << Take(3);
    F.K = 1u << Take(3);
    for (MatrixType *T : {&F.A, &F.B, &F.C, &F.D})
      *T = static_cast<MatrixType>(Take(4));
    for (bool *Flag : {&F.Saturates, &F.InOrder, &F.ColumnsA, &F.ColumnsB, &F.ToColumns, &F.ToRows})
      *Flag = Take(1);
    return F;
  }

private:
  static constexpr uint32_t log2(unsigned PowerOf2) { return std::countr_zero(PowerOf2); }
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
