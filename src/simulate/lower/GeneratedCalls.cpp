// SPDX-License-Identifier: Apache-2.0
//
// Functions that code generation calls: for intrinsics, and for operations that the processor
// lacks.
#include "simulate/machine/Calls.h"
#include "simulate/machine/SmallFloats.h"
#include <cmath>
#include <cstring>

namespace cudafix::simulate {
namespace {

/// The bits in the register in which the ABI passes 16-bit numbers.
_Float16 inRegister(uint16_t Bits) { return llvm::bit_cast<_Float16>(Bits); }

_Float16 floatToHalf(float X) { return static_cast<_Float16>(X); }
_Float16 doubleToHalf(double X) { return static_cast<_Float16>(X); }
float halfToFloat(_Float16 X) { return X; }
_Float16 floatToBrain(float X) { return inRegister(toBrain(X)); }
_Float16 doubleToBrain(double X) { return inRegister(toBrain(X)); }

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
          // Rounds to nearest, ties to even.
          {"roundevenf", Address(+[](float X) { return std::nearbyint(X); })},
          {"roundeven", Address(+[](double X) { return std::nearbyint(X); })},
          {"memcpy", Address(std::memcpy)},
          {"memmove", Address(std::memmove)},
          {"memset", Address(std::memset)}};
}

} // namespace cudafix::simulate
