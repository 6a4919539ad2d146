// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/SmallFloats.h"
#include "llvm/ADT/APFloat.h"
#include <array>
#include <cmath>

namespace cudafix::simulate {

using llvm::APFloat;

uint16_t toBrain(float V) {
  const auto Bits = llvm::bit_cast<uint32_t>(V);
  if (std::isnan(V))
    return static_cast<uint16_t>(Bits >> 16 | 0x40); // a quiet NaN with the remaining payload
  return static_cast<uint16_t>((Bits + 0x7fff + (Bits >> 16 & 1)) >> 16);
}

uint16_t toBrain(double V) {
  if (const auto Single = static_cast<float>(V); Single == V || std::isnan(V))
    return toBrain(Single);
  APFloat F(V); // converting by way of a float would round twice
  bool Lost;
  F.convert(APFloat::BFloat(), APFloat::rmNearestTiesToEven, &Lost);
  return static_cast<uint16_t>(F.bitcastToAPInt().getZExtValue());
}

/// The numbers of an 8-bit format, by their bits.
static std::array<float, 256> numbersOf(const llvm::fltSemantics &Format) {
  std::array<float, 256> Numbers;
  for (unsigned I = 0; I < Numbers.size(); ++I)
    Numbers[I] = APFloat(Format, llvm::APInt(8, I)).convertToFloat();
  return Numbers;
}

float fromE4M3(uint8_t Bits) {
  static const auto Numbers = numbersOf(APFloat::Float8E4M3FN());
  return Numbers[Bits];
}

float fromE5M2(uint8_t Bits) {
  static const auto Numbers = numbersOf(APFloat::Float8E5M2());
  return Numbers[Bits];
}

} // namespace cudafix::simulate
