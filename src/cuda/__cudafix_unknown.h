// SPDX-License-Identifier: Apache-2.0
//
// Stands for names that host code uses and nothing declares: values of unknown type, which convert
// to whatever type the code needs.
#ifndef __CUDAFIX_UNKNOWN_H
#define __CUDAFIX_UNKNOWN_H
struct __cudafix_unknown {
  __cudafix_unknown();
  template <class... A> explicit __cudafix_unknown(A &&...);
  template <class T> operator T &() const;
  template <class T> const __cudafix_unknown &operator=(const T &) const;
  template <class... A> __cudafix_unknown operator()(A &&...) const;
  template <class T> __cudafix_unknown operator[](const T &) const;
  __cudafix_unknown operator*() const;
  __cudafix_unknown operator-() const;
};
#define __CUDAFIX_OF_UNKNOWN(RESULT, OP)                                                           \
  RESULT operator OP(const __cudafix_unknown &, const __cudafix_unknown &);                        \
  template <class T> RESULT operator OP(const __cudafix_unknown &, const T &);                     \
  template <class T> RESULT operator OP(const T &, const __cudafix_unknown &);
__CUDAFIX_OF_UNKNOWN(bool, ==)
__CUDAFIX_OF_UNKNOWN(bool, !=)
__CUDAFIX_OF_UNKNOWN(bool, <)
__CUDAFIX_OF_UNKNOWN(bool, >)
__CUDAFIX_OF_UNKNOWN(bool, <=)
__CUDAFIX_OF_UNKNOWN(bool, >=)
__CUDAFIX_OF_UNKNOWN(__cudafix_unknown, +)
__CUDAFIX_OF_UNKNOWN(__cudafix_unknown, -)
__CUDAFIX_OF_UNKNOWN(__cudafix_unknown, *)
__CUDAFIX_OF_UNKNOWN(__cudafix_unknown, /)
__CUDAFIX_OF_UNKNOWN(__cudafix_unknown, %)
__CUDAFIX_OF_UNKNOWN(__cudafix_unknown, &)
__CUDAFIX_OF_UNKNOWN(__cudafix_unknown, |)
#undef __CUDAFIX_OF_UNKNOWN
#define __CUDAFIX_BY_UNKNOWN(OP) template <class T> T &operator OP(T &, const __cudafix_unknown &);
__CUDAFIX_BY_UNKNOWN(+=)
__CUDAFIX_BY_UNKNOWN(-=)
__CUDAFIX_BY_UNKNOWN(*=)
__CUDAFIX_BY_UNKNOWN(/=)
#undef __CUDAFIX_BY_UNKNOWN
// These two also serve as the operators of streams.
template <class T> const __cudafix_unknown &operator<<(const __cudafix_unknown &, const T &);
template <class T> T &operator<<(T &, const __cudafix_unknown &);
template <class T> T &operator>>(T &, const __cudafix_unknown &);
#endif
