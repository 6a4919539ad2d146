// SPDX-License-Identifier: Apache-2.0
//
// Floating point numbers of 8 and 16 bits, which the host computes as wider ones. Narrowing rounds
// to nearest, ties to even.
#pragma once

#include "llvm/ADT/bit.h"
#include <cstdint>

namespace cudafix::simulate {

/// The number that these bits are as an IEEE half.
inline float fromHalf(uint16_t Bits) { return llvm::bit_cast<_Float16>(Bits); }
inline uint16_t toHalf(float V) { return llvm::bit_cast<uint16_t>(static_cast<_Float16>(V)); }
inline uint16_t toHalf(double V) { return llvm::bit_cast<uint16_t>(static_cast<_Float16>(V)); }

/// The number that these bits are as a bfloat16, the upper half of a float.
inline float fromBrain(uint16_t Bits) { return llvm::bit_cast<float>(uint32_t(Bits) << 16); }
uint16_t toBrain(float V);
uint16_t toBrain(double V);

/// The 8-bit formats of tensor cores: 4 exponent bits and 3 fraction bits, without infinities; or 5
/// and 2.
float fromE4M3(uint8_t Bits);
float fromE5M2(uint8_t Bits);

} // namespace cudafix::simulate
