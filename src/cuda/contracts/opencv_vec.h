// SPDX-License-Identifier: Apache-2.0
//
// Stands in for OpenCV's headers on vectors in device code: traits, operators, functions, limits.
#ifndef __CUDAFIX_CONTRACT_OPENCV_VEC_H
#define __CUDAFIX_CONTRACT_OPENCV_VEC_H
#include "opencv.h"
namespace cv { namespace cuda { namespace device {
template <class T> struct numeric_limits : std::numeric_limits<T> {};

template <class T> struct TypeTraits {
  typedef std::remove_cv_t<T> UnqualifiedType, NonConstType, NonVolatileType;
  typedef std::remove_pointer_t<T> PointeeType;
  typedef std::remove_reference_t<T> ReferredType;
  enum {
    isConst = std::is_const_v<T>, isVolatile = std::is_volatile_v<T>, isReference = std::is_reference_v<T>,
    isPointer = std::is_pointer_v<T>, isUnsignedInt = std::is_integral_v<T> && std::is_unsigned_v<T>,
    isSignedInt = std::is_integral_v<T> && std::is_signed_v<T>, isIntegral = std::is_integral_v<T>,
    isFloat = std::is_floating_point_v<T>, isArith = std::is_arithmetic_v<T>, isFundamental = std::is_fundamental_v<T>,
  };
  typedef std::conditional_t<std::is_scalar_v<T>, T, const T &> ParameterType;
};
template <class T> struct IsSimpleParameter { enum { value = std::is_scalar_v<T> || std::is_reference_v<T> }; };

/// The vector type of `N` numbers; for 1 it is the number's type.
template <class T, int N> struct TypeVec;
template <class T, int N> struct MakeVec { typedef typename TypeVec<T, N>::vec_type type; };
template <class T> struct VecTraits;
/// CUDA's vector type, also for one number.
template <class T, int N> struct __VecOf;
/// The number of elements of a CUDA vector and their type; undefined for other types.
template <class V> struct __Parts;

#define __CUDAFIX_CV_SCALAR(T)                                                                     \
  template <> struct TypeVec<T, 1> { typedef T vec_type; };                                        \
  template <> struct VecTraits<T> {                                                                \
    typedef T elem_type;                                                                           \
    enum { cn = 1 };                                                                               \
    __CUDAFIX_M static T all(T v) { return v; }                                                    \
    __CUDAFIX_M static T make(T v) { return v; }                                                   \
    __CUDAFIX_M static T make(const T *v) { return *v; }                                           \
  };
#define __CUDAFIX_CV_VECTOR(T, Name, N, Params, All, From, ...)                                    \
  template <> struct TypeVec<Name, N> { typedef Name vec_type; };                                  \
  template <> struct VecTraits<Name> {                                                             \
    typedef T elem_type;                                                                           \
    enum { cn = N };                                                                               \
    __CUDAFIX_M static Name all(T v) { return Name All; }                                          \
    __CUDAFIX_M static Name make Params { return Name __VA_ARGS__; }                               \
    __CUDAFIX_M static Name make(const T *v) { return Name From; }                                 \
  };
#define __CUDAFIX_CV_LIST(...) {__VA_ARGS__}
#define __CUDAFIX_CV_PARTS(T, Name, N)                                                             \
  template <> struct __VecOf<T, N> { typedef Name type; };                                         \
  template <> struct __Parts<Name> { typedef T type; enum { cn = N }; };
#define __CUDAFIX_CV_VECTORS(T, Name)                                                              \
  __CUDAFIX_CV_VECTOR(T, Name##1, 1, (T x), {v}, {v[0]}, {x})                                      \
  __CUDAFIX_CV_VECTOR(T, Name##2, 2, (T x, T y), __CUDAFIX_CV_LIST(v, v), __CUDAFIX_CV_LIST(v[0], v[1]), {x, y}) \
  __CUDAFIX_CV_VECTOR(T, Name##3, 3, (T x, T y, T z), __CUDAFIX_CV_LIST(v, v, v), __CUDAFIX_CV_LIST(v[0], v[1], v[2]), {x, y, z}) \
  __CUDAFIX_CV_VECTOR(T, Name##4, 4, (T x, T y, T z, T w), __CUDAFIX_CV_LIST(v, v, v, v), __CUDAFIX_CV_LIST(v[0], v[1], v[2], v[3]), {x, y, z, w}) \
  __CUDAFIX_CV_VECTOR(T, Name##8, 8, (T a, T b, T c, T d, T e, T f, T g, T h), __CUDAFIX_CV_LIST(v, v, v, v, v, v, v, v), __CUDAFIX_CV_LIST(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]), {a, b, c, d, e, f, g, h}) \
  template <> struct TypeVec<T, 2> { typedef Name##2 vec_type; };                                  \
  template <> struct TypeVec<T, 3> { typedef Name##3 vec_type; };                                  \
  template <> struct TypeVec<T, 4> { typedef Name##4 vec_type; };                                  \
  template <> struct TypeVec<T, 8> { typedef Name##8 vec_type; };                                  \
  __CUDAFIX_CV_PARTS(T, Name##1, 1) __CUDAFIX_CV_PARTS(T, Name##2, 2)                              \
  __CUDAFIX_CV_PARTS(T, Name##3, 3) __CUDAFIX_CV_PARTS(T, Name##4, 4)
#define __CUDAFIX_CV_EIGHT(T, Name, A)                                                             \
  struct __align__(A) Name { T a0, a1, a2, a3, a4, a5, a6, a7; };                                  \
  __CUDAFIX_HD Name make_##Name(T a, T b, T c, T d, T e, T f, T g, T h) { return {a, b, c, d, e, f, g, h}; }
__CUDAFIX_CV_EIGHT(uchar, uchar8, 8)
__CUDAFIX_CV_EIGHT(schar, char8, 8)
__CUDAFIX_CV_EIGHT(ushort, ushort8, 16)
__CUDAFIX_CV_EIGHT(short, short8, 16)
__CUDAFIX_CV_EIGHT(unsigned, uint8, 32)
__CUDAFIX_CV_EIGHT(int, int8, 32)
__CUDAFIX_CV_EIGHT(float, float8, 32)
__CUDAFIX_CV_EIGHT(double, double8, 64)
__CUDAFIX_CV_SCALAR(uchar)
__CUDAFIX_CV_SCALAR(schar)
__CUDAFIX_CV_SCALAR(char)
__CUDAFIX_CV_SCALAR(ushort)
__CUDAFIX_CV_SCALAR(short)
__CUDAFIX_CV_SCALAR(unsigned)
__CUDAFIX_CV_SCALAR(int)
__CUDAFIX_CV_SCALAR(float)
__CUDAFIX_CV_SCALAR(double)
__CUDAFIX_CV_SCALAR(bool)
__CUDAFIX_CV_VECTORS(uchar, uchar)
__CUDAFIX_CV_VECTORS(schar, char)
__CUDAFIX_CV_VECTORS(ushort, ushort)
__CUDAFIX_CV_VECTORS(short, short)
__CUDAFIX_CV_VECTORS(unsigned, uint)
__CUDAFIX_CV_VECTORS(int, int)
__CUDAFIX_CV_VECTORS(float, float)
__CUDAFIX_CV_VECTORS(double, double)
#undef __CUDAFIX_CV_SCALAR
#undef __CUDAFIX_CV_VECTOR
#undef __CUDAFIX_CV_LIST
#undef __CUDAFIX_CV_PARTS
#undef __CUDAFIX_CV_VECTORS
#undef __CUDAFIX_CV_EIGHT
template <int N> struct TypeVec<char, N> : TypeVec<schar, N> {};
template <> struct TypeVec<bool, 2> : TypeVec<uchar, 2> {};
template <> struct TypeVec<bool, 3> : TypeVec<uchar, 3> {};
template <> struct TypeVec<bool, 4> : TypeVec<uchar, 4> {};

// ---- element by element: of one vector, of two, of a vector and a number
template <class V> using __PartOf = typename __Parts<V>::type;
template <class S> using __IfNumber = std::enable_if_t<std::is_arithmetic_v<S>>;
template <class V, class F> __CUDAFIX_D auto __each(const V &a, F f) {
  typename __VecOf<decltype(f(a.x)), __Parts<V>::cn>::type r;
  r.x = f(a.x);
  if constexpr (__Parts<V>::cn > 1) r.y = f(a.y);
  if constexpr (__Parts<V>::cn > 2) r.z = f(a.z);
  if constexpr (__Parts<V>::cn > 3) r.w = f(a.w);
  return r;
}
template <class V, class F> __CUDAFIX_D auto __each(const V &a, const V &b, F f) {
  typename __VecOf<decltype(f(a.x, b.x)), __Parts<V>::cn>::type r;
  r.x = f(a.x, b.x);
  if constexpr (__Parts<V>::cn > 1) r.y = f(a.y, b.y);
  if constexpr (__Parts<V>::cn > 2) r.z = f(a.z, b.z);
  if constexpr (__Parts<V>::cn > 3) r.w = f(a.w, b.w);
  return r;
}
/// Extends an operation on numbers (types A and B, result `R`) to vectors.
#define __CUDAFIX_CV_BINARY(Name, R, Expr)                                                         \
  template <class V, class A = __PartOf<V>> __CUDAFIX_D auto Name(const V &l, const V &r) {        \
    typedef A B;                                                                                   \
    return __each(l, r, [](A a, B b) -> R { return Expr; });                                       \
  }                                                                                                \
  template <class V, class B, class A = __PartOf<V>, class = __IfNumber<B>>                        \
  __CUDAFIX_D auto Name(const V &l, B b) {                                                         \
    return __each(l, [b](A a) -> R { return Expr; });                                              \
  }                                                                                                \
  template <class A, class V, class B = __PartOf<V>, class = __IfNumber<A>>                        \
  __CUDAFIX_D auto Name(A a, const V &r) {                                                         \
    return __each(r, [a](B b) -> R { return Expr; });                                              \
  }
#define __CUDAFIX_CV_UNARY(Name, R, Expr)                                                          \
  template <class V, class A = __PartOf<V>> __CUDAFIX_D auto Name(const V &v) {                    \
    return __each(v, [](A a) -> R { return Expr; });                                               \
  }
__CUDAFIX_CV_BINARY(operator+, decltype(a + b), a + b)
__CUDAFIX_CV_BINARY(operator-, decltype(a - b), a - b)
__CUDAFIX_CV_BINARY(operator*, decltype(a * b), a * b)
__CUDAFIX_CV_BINARY(operator/, decltype(a / b), a / b)
__CUDAFIX_CV_BINARY(operator==, uchar, a == b)
__CUDAFIX_CV_BINARY(operator!=, uchar, a != b)
__CUDAFIX_CV_BINARY(operator<, uchar, a < b)
__CUDAFIX_CV_BINARY(operator>, uchar, a > b)
__CUDAFIX_CV_BINARY(operator<=, uchar, a <= b)
__CUDAFIX_CV_BINARY(operator>=, uchar, a >= b)
__CUDAFIX_CV_BINARY(operator&&, uchar, a && b)
__CUDAFIX_CV_BINARY(operator||, uchar, a || b)
__CUDAFIX_CV_BINARY(operator&, std::decay_t<decltype(true ? a : b)>, a & b)
__CUDAFIX_CV_BINARY(operator|, std::decay_t<decltype(true ? a : b)>, a | b)
__CUDAFIX_CV_BINARY(operator^, std::decay_t<decltype(true ? a : b)>, a ^ b)
__CUDAFIX_CV_UNARY(operator-, A, -a)
__CUDAFIX_CV_UNARY(operator!, uchar, !a)
__CUDAFIX_CV_UNARY(operator~, A, ~a)

// The functions for numbers stay visible beside those for vectors.
using ::abs;
using ::max;
using ::min;
template <class A> using __RealOf = std::conditional_t<std::is_same_v<A, double>, double, float>;
__CUDAFIX_CV_BINARY(max, std::decay_t<decltype(true ? a : b)>, a < b ? b : a)
__CUDAFIX_CV_BINARY(min, std::decay_t<decltype(true ? a : b)>, b < a ? b : a)
__CUDAFIX_CV_UNARY(abs, A, a < 0 ? -a : a)
#define __CUDAFIX_CV_EACH_REAL(Do)                                                                \
  Do(sqrt) Do(exp) Do(exp2) Do(exp10) Do(log) Do(log2) Do(log10) Do(sin) Do(cos) Do(tan) Do(asin) \
  Do(acos) Do(atan) Do(sinh) Do(cosh) Do(tanh) Do(asinh) Do(acosh) Do(atanh)
#define __CUDAFIX_CV_REAL(Name)                                                                    \
  using ::Name;                                                                                    \
  template <class A> __CUDAFIX_D __RealOf<A> __##Name##Of(A a) {                                   \
    if constexpr (std::is_same_v<A, double>) return ::Name(a);                                     \
    else return ::Name##f(float(a));                                                               \
  }                                                                                                \
  __CUDAFIX_CV_UNARY(Name, __RealOf<A>, __##Name##Of(a))
#define __CUDAFIX_CV_REALS(Name)                                                                   \
  using ::Name;                                                                                    \
  template <class A, class B> __CUDAFIX_D __RealOf<decltype(A() + B())> __##Name##Of(A a, B b) {   \
    if constexpr (std::is_same_v<decltype(a + b), double>) return ::Name(double(a), double(b));    \
    else return ::Name##f(float(a), float(b));                                                     \
  }                                                                                                \
  __CUDAFIX_CV_BINARY(Name, __RealOf<decltype(a + b)>, __##Name##Of(a, b))
__CUDAFIX_CV_EACH_REAL(__CUDAFIX_CV_REAL)
__CUDAFIX_CV_REALS(hypot)
__CUDAFIX_CV_REALS(atan2)
__CUDAFIX_CV_REALS(pow)
#undef __CUDAFIX_CV_REAL
#undef __CUDAFIX_CV_REALS
#undef __CUDAFIX_CV_UNARY
#undef __CUDAFIX_CV_BINARY

using cv::saturate_cast;
template <class D, class V, class A = __PartOf<V>, class B = __PartOf<D>> __CUDAFIX_D D saturate_cast(const V &v) {
  static_assert(int(__Parts<D>::cn) == int(__Parts<V>::cn), "as many numbers");
  return __each(v, [](A a) { return cv::saturate_cast<B>(a); });
}
}}} // namespace cv::cuda::device
#endif
