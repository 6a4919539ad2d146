// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic of linear forms and intervals.

#include "smt/Linear.h"
#include <algorithm>

using namespace cudafix::smt;

Wide cudafix::smt::satAdd(Wide A, Wide B) {
  // An infinite end stays infinite whatever is added to it.
  if (A >= Infinity || B >= Infinity)
    return Infinity;
  if (A <= -Infinity || B <= -Infinity)
    return -Infinity;
  return saturate(A + B);
}

Wide cudafix::smt::satMul(Wide A, Wide B) {
  if (static_cast<int64_t>(A) == A && static_cast<int64_t>(B) == B)
    return saturate(A * B);
  Wide R;
  if (__builtin_mul_overflow(A, B, &R))
    return (A < 0) == (B < 0) ? Infinity : -Infinity;
  return saturate(R);
}

Wide cudafix::smt::exactAdd(Wide A, Wide B) {
  Wide R;
  if (__builtin_add_overflow(A, B, &R))
    throw GiveUp{"constants too large"};
  return R;
}

Wide cudafix::smt::exactMul(Wide A, Wide B) {
  Wide R;
  if (__builtin_mul_overflow(A, B, &R))
    throw GiveUp{"constants too large"};
  return R;
}

Wide cudafix::smt::floorDiv(Wide A, Wide B) { return A >= 0 ? A / B : -((-A + B - 1) / B); }
Wide cudafix::smt::ceilDiv(Wide A, Wide B) { return -floorDiv(-A, B); }

Wide cudafix::smt::gcd(Wide A, Wide B) {
  A = A < 0 ? -A : A;
  B = B < 0 ? -B : B;
  while (B) {
    Wide R = A % B;
    A = B;
    B = R;
  }
  return A;
}

std::string cudafix::smt::toString(Wide X) {
  if (X == 0)
    return "0";
  bool Negative = X < 0;
  auto U = Negative ? -static_cast<unsigned __int128>(X) : static_cast<unsigned __int128>(X);
  std::string S;
  for (; U; U /= 10)
    S.push_back(static_cast<char>('0' + static_cast<int>(U % 10)));
  if (Negative)
    S.push_back('-');
  std::reverse(S.begin(), S.end());
  return S;
}

Interval Interval::operator*(const Interval &O) const {
  Wide C[] = {satMul(Lo, O.Lo), satMul(Lo, O.Hi), satMul(Hi, O.Lo), satMul(Hi, O.Hi)};
  return {*std::min_element(C, C + 4), *std::max_element(C, C + 4)};
}

Wide Linear::coefficient(AtomId A) const {
  for (auto &[T, C] : Terms)
    if (T == A)
      return C;
  return 0;
}

Wide Linear::content() const {
  Wide G = 0;
  for (auto &[T, C] : Terms)
    G = gcd(G, C);
  return G;
}

Linear Linear::plus(const Linear &O, Wide Scale) const {
  Linear R(exactAdd(K, exactMul(O.K, Scale)));
  if (Scale == 0) {
    R.Terms = Terms;
    return R;
  }
  auto I = Terms.begin(), IE = Terms.end();
  auto J = O.Terms.begin(), JE = O.Terms.end();
  while (I != IE || J != JE) {
    if (J == JE || (I != IE && I->first < J->first)) {
      R.Terms.push_back(*I++);
    } else if (I == IE || J->first < I->first) {
      R.Terms.push_back({J->first, exactMul(J->second, Scale)});
      ++J;
    } else {
      if (Wide C = exactAdd(I->second, exactMul(J->second, Scale)))
        R.Terms.push_back({I->first, C});
      ++I;
      ++J;
    }
  }
  return R;
}
