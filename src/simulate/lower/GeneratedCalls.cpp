// SPDX-License-Identifier: Apache-2.0
//
// What code generation makes calls of: intrinsics, and operations that the processor lacks.
#include "simulate/machine/Calls.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstring>

namespace cudafix::simulate {
namespace {

/// A 16-bit number in the register that the ABI passes it in, the low half of a vector's first
/// element.
using Half = float;
uint16_t bitsOf(Half H) { return static_cast<uint16_t>(llvm::bit_cast<uint32_t>(H)); }
Half withBits(uint16_t Bits) { return llvm::bit_cast<float>(uint32_t(Bits)); }

uint16_t narrow(double X, const llvm::fltSemantics &To) {
  llvm::APFloat F(X);
  bool Lost;
  F.convert(To, llvm::APFloat::rmNearestTiesToEven, &Lost);
  return F.bitcastToAPInt().getZExtValue();
}
float widen(uint16_t Bits, const llvm::fltSemantics &From) {
  llvm::APFloat F(From, llvm::APInt(16, Bits));
  bool Lost;
  F.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &Lost);
  return F.convertToFloat();
}
Half floatToHalf(float X) { return withBits(narrow(X, llvm::APFloat::IEEEhalf())); }
Half doubleToHalf(double X) { return withBits(narrow(X, llvm::APFloat::IEEEhalf())); }
float halfToFloat(Half X) { return widen(bitsOf(X), llvm::APFloat::IEEEhalf()); }
Half floatToBrain(float X) { return withBits(narrow(X, llvm::APFloat::BFloat())); }
Half doubleToBrain(double X) { return withBits(narrow(X, llvm::APFloat::BFloat())); }

template <typename T> T powi(T X, int N) { return std::pow(X, T(N)); }

} // namespace

std::vector<std::pair<llvm::StringRef, void *>> generatedCalls() {
  using Wide = __int128;
  using WideU = unsigned __int128;
  auto Address = [](auto *F) { return reinterpret_cast<void *>(F); };
  return {{"__truncsfhf2", Address(floatToHalf)},
          {"__truncdfhf2", Address(doubleToHalf)},
          {"__extendhfsf2", Address(halfToFloat)},
          {"__gnu_f2h_ieee", Address(floatToHalf)},
          {"__gnu_h2f_ieee", Address(halfToFloat)},
          {"__truncsfbf2", Address(floatToBrain)},
          {"__truncdfbf2", Address(doubleToBrain)},
          {"__divti3", Address(+[](Wide X, Wide Y) { return X / Y; })},
          {"__modti3", Address(+[](Wide X, Wide Y) { return X % Y; })},
          {"__udivti3", Address(+[](WideU X, WideU Y) { return X / Y; })},
          {"__umodti3", Address(+[](WideU X, WideU Y) { return X % Y; })},
          {"__floattisf", Address(+[](Wide X) { return static_cast<float>(X); })},
          {"__floattidf", Address(+[](Wide X) { return static_cast<double>(X); })},
          {"__floatuntisf", Address(+[](WideU X) { return static_cast<float>(X); })},
          {"__floatuntidf", Address(+[](WideU X) { return static_cast<double>(X); })},
          {"__fixsfti", Address(+[](float X) { return static_cast<Wide>(X); })},
          {"__fixdfti", Address(+[](double X) { return static_cast<Wide>(X); })},
          {"__fixunssfti", Address(+[](float X) { return static_cast<WideU>(X); })},
          {"__fixunsdfti", Address(+[](double X) { return static_cast<WideU>(X); })},
          {"__powisf2", Address(powi<float>)},
          {"__powidf2", Address(powi<double>)},
          // Rounding is to the nearest, and to the even one of two.
          {"roundevenf", Address(+[](float X) { return std::nearbyint(X); })},
          {"roundeven", Address(+[](double X) { return std::nearbyint(X); })},
          {"memcpy", Address(std::memcpy)},
          {"memmove", Address(std::memmove)},
          {"memset", Address(std::memset)}};
}

} // namespace cudafix::simulate
