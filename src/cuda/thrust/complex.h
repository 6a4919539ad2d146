// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDAFIX_THRUST_COMPLEX_H
#define __CUDAFIX_THRUST_COMPLEX_H
#include <__cudafix_thrust.h>
#include <complex>
namespace thrust {
template <class T> struct complex {
  typedef T value_type;
  T re, im;
  complex() = default;
  __CUDAFIX_M complex(T r, T i = T()) : re(r), im(i) {}
  template <class U> __CUDAFIX_M complex(const complex<U> &o) : re(o.real()), im(o.imag()) {}
  complex(const std::complex<T> &o) : re(o.real()), im(o.imag()) {}
  operator std::complex<T>() const { return {re, im}; }
  __CUDAFIX_M T real() const { return re; }
  __CUDAFIX_M T imag() const { return im; }
  __CUDAFIX_M void real(T r) { re = r; }
  __CUDAFIX_M void imag(T i) { im = i; }
  __CUDAFIX_M complex &operator+=(complex o) { re += o.re; im += o.im; return *this; }
  __CUDAFIX_M complex &operator-=(complex o) { re -= o.re; im -= o.im; return *this; }
  __CUDAFIX_M complex &operator*=(complex o) { return *this = complex(re * o.re - im * o.im, re * o.im + im * o.re); }
  __CUDAFIX_M complex &operator/=(complex o) {
    T d = o.re * o.re + o.im * o.im;
    return *this = complex((re * o.re + im * o.im) / d, (im * o.re - re * o.im) / d);
  }
};
#define __CUDAFIX_COMPLEX_OP(OP)                                                                   \
  template <class T> __CUDAFIX_HD complex<T> operator OP(complex<T> a, complex<T> b) { return a OP##= b; } \
  template <class T> __CUDAFIX_HD complex<T> operator OP(complex<T> a, T b) { return a OP##= complex<T>(b); } \
  template <class T> __CUDAFIX_HD complex<T> operator OP(T a, complex<T> b) { return complex<T>(a) OP b; }
__CUDAFIX_COMPLEX_OP(+) __CUDAFIX_COMPLEX_OP(-) __CUDAFIX_COMPLEX_OP(*) __CUDAFIX_COMPLEX_OP(/)
#undef __CUDAFIX_COMPLEX_OP
template <class T> __CUDAFIX_HD complex<T> operator-(complex<T> a) { return complex<T>(-a.re, -a.im); }
template <class T> __CUDAFIX_HD bool operator==(complex<T> a, complex<T> b) { return a.re == b.re && a.im == b.im; }
template <class T> __CUDAFIX_HD bool operator!=(complex<T> a, complex<T> b) { return !(a == b); }
template <class T> __CUDAFIX_HD complex<T> conj(complex<T> a) { return complex<T>(a.re, -a.im); }
template <class T> __CUDAFIX_HD T norm(complex<T> a) { return a.re * a.re + a.im * a.im; }
template <class T> __CUDAFIX_HD T abs(complex<T> a) { return ::sqrt(norm(a)); }
template <class T> __CUDAFIX_HD T arg(complex<T> a) { return ::atan2(a.im, a.re); }
template <class T> __CUDAFIX_HD complex<T> polar(T r, T t) { return complex<T>(r * ::cos(t), r * ::sin(t)); }
template <class T> __CUDAFIX_HD complex<T> exp(complex<T> a) { return polar(T(::exp(a.re)), a.im); }
template <class T> __CUDAFIX_HD complex<T> log(complex<T> a) { return complex<T>(::log(abs(a)), arg(a)); }
template <class T> __CUDAFIX_HD complex<T> log10(complex<T> a) { return log(a) / T(2.302585092994046); }
template <class T> __CUDAFIX_HD complex<T> pow(complex<T> a, complex<T> b) { return exp(b * log(a)); }
template <class T> __CUDAFIX_HD complex<T> pow(complex<T> a, T b) { return exp(complex<T>(b) * log(a)); }
template <class T> __CUDAFIX_HD complex<T> sin(complex<T> a) { return complex<T>(::sin(a.re) * ::cosh(a.im), ::cos(a.re) * ::sinh(a.im)); }
template <class T> __CUDAFIX_HD complex<T> cos(complex<T> a) { return complex<T>(::cos(a.re) * ::cosh(a.im), -(::sin(a.re) * ::sinh(a.im))); }
template <class T> __CUDAFIX_HD complex<T> sinh(complex<T> a) { return complex<T>(::sinh(a.re) * ::cos(a.im), ::cosh(a.re) * ::sin(a.im)); }
template <class T> __CUDAFIX_HD complex<T> cosh(complex<T> a) { return complex<T>(::cosh(a.re) * ::cos(a.im), ::sinh(a.re) * ::sin(a.im)); }
template <class T> __CUDAFIX_HD complex<T> tan(complex<T> a) { return sin(a) / cos(a); }
template <class T> __CUDAFIX_HD complex<T> tanh(complex<T> a) { return sinh(a) / cosh(a); }
template <class T> __CUDAFIX_HD complex<T> proj(complex<T> a) { return a; }
template <class T> __CUDAFIX_HD complex<T> sqrt(complex<T> a) { return polar(T(::sqrt(abs(a))), arg(a) / 2); }
} // namespace thrust
#endif
