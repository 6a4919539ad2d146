// SPDX-License-Identifier: Apache-2.0
#include "simulate/machine/SmallFloats.h"
#include "llvm/ADT/APFloat.h"

using llvm::APFloat;

namespace cudafix::simulate {

SmallFloat::SmallFloat(const llvm::fltSemantics &Format) : Format(Format) {
  const unsigned Bits = APFloat::getSizeInBits(Format);
  Numbers.reserve(size_t(1) << Bits);
  for (uint32_t I = 0; I < 1u << Bits; ++I)
    Numbers.push_back(APFloat(Format, llvm::APInt(Bits, I)).convertToFloat());
}

uint16_t SmallFloat::narrow(double V) const {
  APFloat F(V);
  bool Lost;
  F.convert(Format, APFloat::rmNearestTiesToEven, &Lost);
  return static_cast<uint16_t>(F.bitcastToAPInt().getZExtValue());
}

const SmallFloat &SmallFloat::half() {
  static const SmallFloat F(APFloat::IEEEhalf());
  return F;
}

const SmallFloat &SmallFloat::brain() {
  static const SmallFloat F(APFloat::BFloat());
  return F;
}

const SmallFloat &SmallFloat::e4m3() {
  static const SmallFloat F(APFloat::Float8E4M3FN());
  return F;
}

const SmallFloat &SmallFloat::e5m2() {
  static const SmallFloat F(APFloat::Float8E5M2());
  return F;
}

} // namespace cudafix::simulate
