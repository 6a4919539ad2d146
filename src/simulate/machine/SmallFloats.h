// SPDX-License-Identifier: Apache-2.0
//
// Floating point numbers of 8 and 16 bits, which the host computes as wider ones.
#pragma once

#include <cstdint>
#include <vector>

namespace llvm {
struct fltSemantics;
} // namespace llvm

namespace cudafix::simulate {

class SmallFloat {
public:
  explicit SmallFloat(const llvm::fltSemantics &Format);
  /// The number that these bits are.
  double widen(uint16_t Bits) const { return Numbers[Bits]; }
  /// The bits of the nearest number; of two, the even one.
  uint16_t narrow(double V) const;

  static const SmallFloat &half();
  static const SmallFloat &brain();
  static const SmallFloat &e4m3();
  static const SmallFloat &e5m2();

private:
  const llvm::fltSemantics &Format;
  std::vector<float> Numbers; ///< by their bits, as tensor cores take hundreds at once
};

} // namespace cudafix::simulate
