// SPDX-License-Identifier: Apache-2.0
//
// cuda::std: the host's library under that name, with what device code needs of it.
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
} // namespace std
template <class T> __CUDAFIX_HD T ceil_div(T a, T b) { return (a + b - 1) / b; }
template <class T = void> struct maximum { template <class A> __CUDAFIX_M A operator()(A a, A b) const { return a < b ? b : a; } };
template <class T = void> struct minimum { template <class A> __CUDAFIX_M A operator()(A a, A b) const { return b < a ? b : a; } };
} // namespace cuda
#endif
