// SPDX-License-Identifier: Apache-2.0
//
// cuda::std: the library of the host under that name, with additions that device code needs.
#ifndef __CUDAFIX_STD_H
#define __CUDAFIX_STD_H
#include <cuda/atomic>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <initializer_list>
namespace cuda {
namespace std {
using namespace ::std;
template <class T> __CUDAFIX_HD constexpr T &&forward(typename ::std::remove_reference<T>::type &t) { return static_cast<T &&>(t); }
template <class T> __CUDAFIX_HD constexpr typename ::std::remove_reference<T>::type &&move(T &&t) { return static_cast<typename ::std::remove_reference<T>::type &&>(t); }
template <class T> __CUDAFIX_HD void swap(T &a, T &b) { T t = a; a = b; b = t; }
template <class T> __CUDAFIX_HD T min(T a, T b) { return b < a ? b : a; }
template <class T> __CUDAFIX_HD T max(T a, T b) { return a < b ? b : a; }
template <class T> __CUDAFIX_HD T clamp(T a, T low, T high) { return a < low ? low : high < a ? high : a; }
template <class I> __CUDAFIX_HD auto distance(I a, I b) { return b - a; }
struct identity { template <class T> __CUDAFIX_M constexpr T &&operator()(T &&t) const { return static_cast<T &&>(t); } };
template <class I, class T, class C> __CUDAFIX_HD I lower_bound(I a, I b, const T &x, C less) {
  auto n = b - a;
  while (n > 0) {
    auto half = n / 2;
    if (less(a[half], x)) { a += half + 1; n -= half + 1; } else { n = half; }
  }
  return a;
}
template <class I, class T, class C> __CUDAFIX_HD I upper_bound(I a, I b, const T &x, C less) {
  auto n = b - a;
  while (n > 0) {
    auto half = n / 2;
    if (less(x, a[half])) { n = half; } else { a += half + 1; n -= half + 1; }
  }
  return a;
}
template <class I, class T> __CUDAFIX_HD I lower_bound(I a, I b, const T &x) { return std::lower_bound(a, b, x, [](const auto &l, const auto &r) { return l < r; }); }
template <class I, class T> __CUDAFIX_HD I upper_bound(I a, I b, const T &x) { return std::upper_bound(a, b, x, [](const auto &l, const auto &r) { return l < r; }); }
template <class I, class T> __CUDAFIX_HD void fill(I a, I b, const T &x) { for (; a != b; ++a) *a = x; }
template <class I, class O> __CUDAFIX_HD O copy(I a, I b, O o) { for (; a != b; ++a, ++o) *o = *a; return o; }
template <class I, class O, class F> __CUDAFIX_HD O transform(I a, I b, O o, F f) { for (; a != b; ++a, ++o) *o = f(*a); return o; }
} // namespace std
template <class T> __CUDAFIX_HD T ceil_div(T a, T b) { return (a + b - 1) / b; }
template <class T, class U> __CUDAFIX_HD constexpr auto round_up(T a, U b) { return (a + b - 1) / b * b; }
template <class T, class U> __CUDAFIX_HD constexpr auto round_down(T a, U b) { return a / b * b; }
template <class T> __CUDAFIX_HD constexpr int ilog2(T a) { return 63 - __builtin_clzll((unsigned long long)a); }
template <class T> __CUDAFIX_HD constexpr int ilog10(T a) { int n = 0; for (; a >= 10; a /= 10) ++n; return n; }
/// A divisor with its reciprocal; here it divides.
template <class T, bool DivisorIsNeverOne = false> class fast_mod_div {
public:
  fast_mod_div() = default;
  __CUDAFIX_M explicit fast_mod_div(T d) : divisor(d) {}
  __CUDAFIX_M operator T() const { return divisor; }
  template <class U> friend __CUDAFIX_M auto operator/(U a, fast_mod_div b) { return a / b.divisor; }
  template <class U> friend __CUDAFIX_M auto operator%(U a, fast_mod_div b) { return a % b.divisor; }

private:
  T divisor;
};
template <class T, bool B> __CUDAFIX_HD auto div(T a, fast_mod_div<T, B> b) { return ::std::pair<T, T>{a / b, a % b}; }
template <class R, class F> class __cudafix_returning {
public:
  F f;
  template <class... A> __CUDAFIX_M R operator()(A &&...a) const { return f(static_cast<A &&>(a)...); }
};
template <class R, class F> __CUDAFIX_HD __cudafix_returning<R, F> proclaim_return_type(F f) { return {f}; }
template <class F> __CUDAFIX_HD F proclaim_copyable_arguments(F f) { return f; }
template <class T> __CUDAFIX_H T *get_device_address(T &symbol) { void *p = nullptr; ::cudaGetSymbolAddress(&p, symbol); return (T *)p; }
template <class T = void> struct maximum { template <class A> __CUDAFIX_M A operator()(A a, A b) const { return a < b ? b : a; } };
template <class T = void> struct minimum { template <class A> __CUDAFIX_M A operator()(A a, A b) const { return b < a ? b : a; } };
} // namespace cuda
#endif
