// SPDX-License-Identifier: Apache-2.0
//
// Integer linear forms and intervals of the linearised encoding. Numbers are 128 bits
// wide: products of two 64-bit values fit. Coefficients that would not fit give up the
// encoding; interval ends saturate at infinity.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <compare>
#include <string>
#include <utility>

namespace cudafix::smt {

using Wide = __int128;
constexpr Wide Infinity = Wide(1) << 120;

/// Thrown when a query does not fit an encoding; caught in LinearSolver.cpp.
struct GiveUp {
  const char *Reason;
};

inline Wide pow2(unsigned N) { return Wide(1) << N; }
inline Wide saturate(Wide X) { return X > Infinity ? Infinity : X < -Infinity ? -Infinity : X; }
Wide satAdd(Wide A, Wide B);
Wide satMul(Wide A, Wide B);
/// Exact operations; throw GiveUp on overflow.
Wide exactAdd(Wide A, Wide B);
Wide exactMul(Wide A, Wide B);
Wide floorDiv(Wide A, Wide B); ///< B > 0
Wide ceilDiv(Wide A, Wide B);  ///< B > 0
Wide gcd(Wide A, Wide B);
std::string toString(Wide X);

/// All integers from Lo to Hi; empty when Lo > Hi.
struct Interval {
  Wide Lo = -Infinity, Hi = Infinity;

  bool empty() const { return Lo > Hi; }
  bool fixed() const { return Lo == Hi; }
  bool bounded() const { return Lo > -Infinity && Hi < Infinity; }
  bool contains(Wide X) const { return Lo <= X && X <= Hi; }
  bool operator==(const Interval &O) const { return Lo == O.Lo && Hi == O.Hi; }
  bool within(const Interval &O) const { return O.Lo <= Lo && Hi <= O.Hi; }
  Interval operator&(const Interval &O) const {
    return {Lo > O.Lo ? Lo : O.Lo, Hi < O.Hi ? Hi : O.Hi};
  }
  Interval operator+(const Interval &O) const { return {satAdd(Lo, O.Lo), satAdd(Hi, O.Hi)}; }
  Interval operator-() const { return {-Hi, -Lo}; }
  Interval operator*(const Interval &O) const;
  Interval operator*(Wide C) const {
    Wide A = satMul(Lo, C), B = satMul(Hi, C);
    return C < 0 ? Interval{B, A} : Interval{A, B};
  }

  static Interval ofUnsigned(unsigned W) { return {0, pow2(W) - 1}; }
  static Interval ofSigned(unsigned W) { return {-pow2(W - 1), pow2(W - 1) - 1}; }
};

using AtomId = unsigned;

/// K + sum of Coefficient * Atom, terms sorted by atom, no zero coefficients.
class Linear {
public:
  Linear(Wide K = 0) : K(K) {}
  static Linear atom(AtomId A) {
    Linear L;
    L.Terms.push_back({A, 1});
    return L;
  }

  Wide K;
  llvm::SmallVector<std::pair<AtomId, Wide>, 4> Terms;

  bool isConst() const { return Terms.empty(); }
  /// The atom when the form is one atom and nothing else.
  const AtomId *asAtom() const {
    return K == 0 && Terms.size() == 1 && Terms[0].second == 1 ? &Terms[0].first : nullptr;
  }
  Wide coefficient(AtomId A) const;
  /// Greatest common divisor of the coefficients (not of K); 0 for constants.
  Wide content() const;
  Linear plus(const Linear &O, Wide Scale = 1) const;
  Linear operator+(const Linear &O) const { return plus(O); }
  Linear operator-(const Linear &O) const { return plus(O, -1); }
  Linear operator-() const { return Linear().plus(*this, -1); }
  Linear operator*(Wide C) const { return Linear().plus(*this, C); }
  bool operator==(const Linear &O) const { return K == O.K && Terms == O.Terms; }
  bool operator<(const Linear &O) const { return Terms != O.Terms ? Terms < O.Terms : K < O.K; }
};

} // namespace cudafix::smt
