// SPDX-License-Identifier: Apache-2.0

#include "model/ExprFold.h"
#include "llvm/Support/MathExtras.h"

using namespace cudafix;

static std::optional<uint64_t> foldDivision(Op O, uint64_t A, uint64_t B, unsigned W) {
  if (B == 0)
    return std::nullopt;
  if (O == Op::UDiv)
    return A / B;
  if (O == Op::URem)
    return A % B;
  int64_t SA = llvm::SignExtend64(A, W), SB = llvm::SignExtend64(B, W);
  if (SB == -1) // INT64_MIN / -1 traps on the host
    return O == Op::SDiv ? 0 - A : 0;
  return O == Op::SDiv ? SA / SB : SA % SB;
}

static std::optional<uint64_t> foldShift(Op O, uint64_t A, uint64_t B, unsigned W) {
  if (B >= W)
    return std::nullopt;
  if (O == Op::Shl)
    return A << B;
  return O == Op::LShr ? A >> B : static_cast<uint64_t>(llvm::SignExtend64(A, W) >> B);
}

static bool compare(Op O, uint64_t A, uint64_t B, unsigned W) {
  int64_t SA = llvm::SignExtend64(A, W), SB = llvm::SignExtend64(B, W);
  switch (O) {
  case Op::Eq:
    return A == B;
  case Op::Ult:
    return A < B;
  case Op::Ule:
    return A <= B;
  case Op::Slt:
    return SA < SB;
  default:
    return SA <= SB;
  }
}

std::optional<uint64_t> cudafix::foldOperator(Op O, llvm::ArrayRef<uint64_t> Args,
                                              llvm::ArrayRef<unsigned> ArgWidths, unsigned Width) {
  uint64_t A = Args[0], B = Args.size() > 1 ? Args[1] : 0;
  unsigned W = ArgWidths[0];
  std::optional<uint64_t> R;
  switch (O) {
  case Op::Const:
  case Op::Apply:
    return std::nullopt;
  case Op::Add:
    R = A + B;
    break;
  case Op::Sub:
    R = A - B;
    break;
  case Op::Mul:
    R = A * B;
    break;
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
    R = foldDivision(O, A, B, W);
    break;
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    R = foldShift(O, A, B, W);
    break;
  case Op::And:
    for (R = A; uint64_t X : Args.drop_front())
      R = *R & X;
    break;
  case Op::Or:
    for (R = A; uint64_t X : Args.drop_front())
      R = *R | X;
    break;
  case Op::Xor:
    R = A ^ B;
    break;
  case Op::ZExt:
  case Op::Trunc:
    R = A;
    break;
  case Op::SExt:
    R = llvm::SignExtend64(A, W);
    break;
  case Op::Eq:
  case Op::Ult:
  case Op::Ule:
  case Op::Slt:
  case Op::Sle:
    return compare(O, A, B, W);
  case Op::Ite:
    R = A ? B : Args[2];
    break;
  }
  if (R)
    R = *R & llvm::maskTrailingOnes<uint64_t>(Width);
  return R;
}
