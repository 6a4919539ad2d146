// SPDX-License-Identifier: Apache-2.0
//
// What tensor cores compute: matrices of a warp, each lane of which holds a part (PTX ISA, "Matrix
// fragments for mma"; for wmma, the layout of cuda/mma.h). Products and their sum are exact and
// rounded once; a device may round in between.
#include "frontend/ptx/Forms.h"
#include "simulate/machine/Machine.h"
#include "simulate/machine/SmallFloats.h"
#include <cmath>
#include <cstring>

namespace cudafix::simulate {

using frontend::MatrixForm;
using frontend::MatrixType;

namespace {

struct Place {
  unsigned Row, Column;
};

double valueOf(uint64_t Bits, MatrixType T) {
  switch (T) {
  case MatrixType::F16:
    return fromHalf(Bits);
  case MatrixType::BF16:
    return fromBrain(Bits);
  case MatrixType::E5M2:
    return fromE5M2(Bits);
  case MatrixType::S8:
    return static_cast<int8_t>(Bits);
  case MatrixType::U8:
    return static_cast<uint8_t>(Bits);
  case MatrixType::S32:
    return static_cast<int32_t>(Bits);
  case MatrixType::F32:
    return llvm::bit_cast<float>(static_cast<uint32_t>(Bits));
  case MatrixType::TF32: // the lower bits are ignored
    return llvm::bit_cast<float>(static_cast<uint32_t>(Bits) & ~0x1fffu);
  case MatrixType::F64:
    return llvm::bit_cast<double>(Bits);
  default:
    return fromE4M3(Bits);
  }
}

uint64_t bitsOf(double V, const MatrixForm &F) {
  switch (F.D) {
  case MatrixType::S32: {
    if (F.Saturates)
      V = std::min(std::max(V, double(INT32_MIN)), double(INT32_MAX));
    return static_cast<uint32_t>(static_cast<int64_t>(V));
  }
  case MatrixType::F64:
    return llvm::bit_cast<uint64_t>(V);
  case MatrixType::F16:
    return toHalf(V);
  default:
    return llvm::bit_cast<uint32_t>(static_cast<float>(V));
  }
}

/// The element of a matrix with these rows and columns that is element `I` of lane `Lane`, with all
/// elements in row (or column) order.
Place inOrder(unsigned Rows, unsigned Columns, bool ByColumns, unsigned Lane, unsigned I) {
  const unsigned At = I * 32 + 31 - Lane;
  return ByColumns ? Place{At % Rows, At / Rows} : Place{At / Columns, At % Columns};
}

/// The element `I` of A (M x K) that a lane holds: rows 8 apart are in neighbouring registers,
/// followed by the next columns.
Place placeInA(const MatrixForm &F, unsigned Lane, unsigned I) {
  if (F.InOrder)
    return inOrder(F.M, F.K, F.ColumnsA, Lane, I);
  if (F.M == 8)
    return {Lane / 4, Lane % 4};
  const unsigned PerWord = 32 / frontend::bitsOf(F.A), Word = I / PerWord;
  return {Lane / 4 + 8 * (Word % 2), Lane % 4 * PerWord + I % PerWord + 4 * PerWord * (Word / 2)};
}

Place placeInB(const MatrixForm &F, unsigned Lane, unsigned I) {
  if (F.InOrder)
    return inOrder(F.K, F.N, F.ColumnsB, Lane, I);
  if (F.M == 8)
    return {Lane % 4, Lane / 4};
  const unsigned PerWord = 32 / frontend::bitsOf(F.B), Word = I / PerWord;
  return {Lane % 4 * PerWord + I % PerWord + 4 * PerWord * Word, Lane / 4};
}

Place placeInC(const MatrixForm &F, unsigned Lane, unsigned I) {
  if (F.InOrder)
    return inOrder(F.M, F.N, F.ToRows, Lane, I);
  return {Lane / 4 + 8 * (I / 2), Lane % 4 * 2 + I % 2};
}

Place placeInD(const MatrixForm &F, unsigned Lane, unsigned I) {
  return F.InOrder ? inOrder(F.M, F.N, F.ToColumns, Lane, I) : placeInC(F, Lane, I);
}

uint64_t element(const uint32_t *Words, unsigned I, unsigned Bits) {
  uint64_t V = 0;
  std::memcpy(&V, reinterpret_cast<const char *>(Words) + I * Bits / 8, Bits / 8);
  return V;
}

} // namespace

void multiply(MatrixOperands *const (&Lanes)[32], uint32_t Number) {
  const MatrixForm F = MatrixForm::of(Number);
  static constexpr unsigned Most = 32;
  double A[Most][Most] = {}, B[Most][Most] = {}, C[Most][Most] = {};
  auto Gather = [&](auto &To, auto PlaceOf, unsigned Elements, MatrixType T, auto Words) {
    for (unsigned L = 0; L < 32; ++L)
      for (unsigned I = 0; Lanes[L] && I < Elements / 32; ++I) {
        Place At = PlaceOf(F, L, I);
        To[At.Row][At.Column] = valueOf(element(Words(*Lanes[L]), I, frontend::bitsOf(T)), T);
      }
  };
  const bool Multiplies = F.A != MatrixType::None;
  if (Multiplies) {
    Gather(A, placeInA, F.M * F.K, F.A, [](MatrixOperands &O) { return O.A; });
    Gather(B, placeInB, F.K * F.N, F.B, [](MatrixOperands &O) { return O.B; });
  }
  Gather(C, placeInC, F.M * F.N, F.C, [](MatrixOperands &O) { return O.C; });
  const unsigned Bits = frontend::bitsOf(F.D);
  for (unsigned L = 0; L < 32; ++L)
    for (unsigned I = 0; Lanes[L] && I < F.M * F.N / 32; ++I) {
      Place At = placeInD(F, L, I);
      double Sum = C[At.Row][At.Column];
      for (unsigned K = 0; Multiplies && K < F.K; ++K)
        Sum += A[At.Row][K] * B[K][At.Column];
      uint64_t V = bitsOf(Sum, F);
      std::memcpy(reinterpret_cast<char *>(Lanes[L]->D) + I * Bits / 8, &V, Bits / 8);
    }
}

} // namespace cudafix::simulate
