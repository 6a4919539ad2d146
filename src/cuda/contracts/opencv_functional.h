// SPDX-License-Identifier: Apache-2.0
//
// Stands in for OpenCV's headers on functions of pixels: function objects, masks, transform.
#ifndef __CUDAFIX_CONTRACT_OPENCV_FUNCTIONAL_H
#define __CUDAFIX_CONTRACT_OPENCV_FUNCTIONAL_H
#include "opencv_vec.h"
namespace cv { namespace cuda { namespace device {
template <class A, class R> struct unary_function { typedef A argument_type; typedef R result_type; };
template <class A, class B, class R> struct binary_function { typedef A first_argument_type; typedef B second_argument_type; typedef R result_type; };
#define __CUDAFIX_CV_UNARY(Name, R, Expr)                                                          \
  template <class T> struct Name : unary_function<T, R> {                                          \
    __CUDAFIX_DM R operator()(typename TypeTraits<T>::ParameterType a) const { return Expr; }      \
  };
#define __CUDAFIX_CV_BINARY(Name, R, Expr)                                                         \
  template <class T> struct Name : binary_function<T, T, R> {                                      \
    __CUDAFIX_DM R operator()(typename TypeTraits<T>::ParameterType a,                             \
                              typename TypeTraits<T>::ParameterType b) const { return Expr; }      \
  };
__CUDAFIX_CV_BINARY(plus, T, a + b)
__CUDAFIX_CV_BINARY(minus, T, a - b)
__CUDAFIX_CV_BINARY(multiplies, T, a *b)
__CUDAFIX_CV_BINARY(divides, T, a / b)
__CUDAFIX_CV_BINARY(modulus, T, a % b)
__CUDAFIX_CV_BINARY(equal_to, bool, a == b)
__CUDAFIX_CV_BINARY(not_equal_to, bool, a != b)
__CUDAFIX_CV_BINARY(greater, bool, a > b)
__CUDAFIX_CV_BINARY(less, bool, a < b)
__CUDAFIX_CV_BINARY(greater_equal, bool, a >= b)
__CUDAFIX_CV_BINARY(less_equal, bool, a <= b)
__CUDAFIX_CV_BINARY(logical_and, bool, a &&b)
__CUDAFIX_CV_BINARY(logical_or, bool, a || b)
__CUDAFIX_CV_BINARY(bit_and, T, a &b)
__CUDAFIX_CV_BINARY(bit_or, T, a | b)
__CUDAFIX_CV_BINARY(bit_xor, T, a ^ b)
__CUDAFIX_CV_UNARY(negate, T, -a)
__CUDAFIX_CV_UNARY(logical_not, bool, !a)
__CUDAFIX_CV_UNARY(bit_not, T, ~a)
__CUDAFIX_CV_UNARY(identity, T, a)
template <class T> __CUDAFIX_D T __largest(const T &a, const T &b) {
  if constexpr (std::is_arithmetic_v<T>) return a < b ? b : a;
  else return max(a, b);
}
template <class T> __CUDAFIX_D T __smallest(const T &a, const T &b) {
  if constexpr (std::is_arithmetic_v<T>) return b < a ? b : a;
  else return min(a, b);
}
__CUDAFIX_CV_BINARY(maximum, T, __largest<T>(a, b))
__CUDAFIX_CV_BINARY(minimum, T, __smallest<T>(a, b))
template <class A, class B> struct project1st : binary_function<A, B, A> { __CUDAFIX_DM A operator()(const A &a, const B &) const { return a; } };
template <class A, class B> struct project2nd : binary_function<A, B, B> { __CUDAFIX_DM B operator()(const A &, const B &b) const { return b; } };

__CUDAFIX_CV_UNARY(abs_func, T, a < T(0) ? T(-a) : a)
__CUDAFIX_CV_UNARY(sqr_func, T, a *a)
#define __CUDAFIX_CV_REAL(Name) __CUDAFIX_CV_UNARY(Name##_func, __RealOf<T>, __##Name##Of(a))
__CUDAFIX_CV_EACH_REAL(__CUDAFIX_CV_REAL)
#undef __CUDAFIX_CV_REAL
__CUDAFIX_CV_BINARY(hypot_func, __RealOf<T>, __hypotOf(a, b))
__CUDAFIX_CV_BINARY(atan2_func, __RealOf<T>, __atan2Of(a, b))
__CUDAFIX_CV_BINARY(pow_func, __RealOf<T>, __powOf(a, b))
__CUDAFIX_CV_BINARY(hypot_sqr_func, T, a *a + b * b)
#undef __CUDAFIX_CV_UNARY
#undef __CUDAFIX_CV_BINARY
template <class T, class D> struct saturate_cast_func : unary_function<T, D> { __CUDAFIX_DM D operator()(const T &v) const { return saturate_cast<D>(v); } };

/// Functions of a number, a threshold and the value that replaces numbers above it.
#define __CUDAFIX_CV_THRESHOLD(Name, Expr)                                                         \
  template <class T> struct Name : unary_function<T, T> {                                          \
    T thresh, maxVal;                                                                              \
    explicit __CUDAFIX_M Name(T t = T(), T m = T()) : thresh(t), maxVal(m) {}                      \
    __CUDAFIX_DM T operator()(T v) const { return Expr; }                                          \
  };
__CUDAFIX_CV_THRESHOLD(thresh_binary_func, v > thresh ? maxVal : T(0))
__CUDAFIX_CV_THRESHOLD(thresh_binary_inv_func, v > thresh ? T(0) : maxVal)
__CUDAFIX_CV_THRESHOLD(thresh_trunc_func, v > thresh ? thresh : v)
__CUDAFIX_CV_THRESHOLD(thresh_to_zero_func, v > thresh ? v : T(0))
__CUDAFIX_CV_THRESHOLD(thresh_to_zero_inv_func, v > thresh ? T(0) : v)
#undef __CUDAFIX_CV_THRESHOLD

template <class F> struct unary_negate : unary_function<typename F::argument_type, bool> {
  F f;
  explicit __CUDAFIX_M unary_negate(const F &f) : f(f) {}
  __CUDAFIX_DM bool operator()(const typename F::argument_type &a) const { return !f(a); }
};
template <class F> struct binary_negate : binary_function<typename F::first_argument_type, typename F::second_argument_type, bool> {
  F f;
  explicit __CUDAFIX_M binary_negate(const F &f) : f(f) {}
  __CUDAFIX_DM bool operator()(const typename F::first_argument_type &a, const typename F::second_argument_type &b) const { return !f(a, b); }
};
template <class F> struct binder1st : unary_function<typename F::second_argument_type, typename F::result_type> {
  F op;
  typename F::first_argument_type arg1;
  __CUDAFIX_M binder1st(const F &f, const typename F::first_argument_type &a) : op(f), arg1(a) {}
  __CUDAFIX_DM typename F::result_type operator()(const typename F::second_argument_type &b) const { return op(arg1, b); }
};
template <class F> struct binder2nd : unary_function<typename F::first_argument_type, typename F::result_type> {
  F op;
  typename F::second_argument_type arg2;
  __CUDAFIX_M binder2nd(const F &f, const typename F::second_argument_type &b) : op(f), arg2(b) {}
  __CUDAFIX_DM typename F::result_type operator()(const typename F::first_argument_type &a) const { return op(a, arg2); }
};
template <class F> __CUDAFIX_HD unary_negate<F> not1(const F &f) { return unary_negate<F>(f); }
template <class F> __CUDAFIX_HD binary_negate<F> not2(const F &f) { return binary_negate<F>(f); }
template <class F, class T> __CUDAFIX_HD binder1st<F> bind1st(const F &f, const T &v) { return {f, typename F::first_argument_type(v)}; }
template <class F, class T> __CUDAFIX_HD binder2nd<F> bind2nd(const F &f, const T &v) { return {f, typename F::second_argument_type(v)}; }

// ---- masks: the pixels to which a function applies
struct WithOutMask {
  __CUDAFIX_M void next() const {}
  __CUDAFIX_M void setMask(int) const {}
  __CUDAFIX_M bool check(int, int) const { return true; }
  __CUDAFIX_M bool operator()(int, int) const { return true; }
  __CUDAFIX_M bool operator()(int, int, int) const { return true; }
  __CUDAFIX_M static bool check(int, int, int) { return true; }
};
struct SingleMask {
  PtrStepb mask;
  explicit __CUDAFIX_M SingleMask(PtrStepb m) : mask(m) {}
  __CUDAFIX_M bool operator()(int y, int x) const { return mask.ptr(y)[x] != 0; }
};
struct SingleMaskChannels {
  PtrStepb mask;
  int channels;
  __CUDAFIX_M SingleMaskChannels(PtrStepb m, int n) : mask(m), channels(n) {}
  __CUDAFIX_M bool operator()(int y, int x) const { return mask.ptr(y)[x / channels] != 0; }
};
struct MaskCollection {
  const PtrStepb *maskCollection;
  PtrStepb curMask;
  explicit __CUDAFIX_M MaskCollection(PtrStepb *m) : maskCollection(m) {}
  __CUDAFIX_DM void next() { curMask = *maskCollection++; }
  __CUDAFIX_DM void setMask(int z) { curMask = maskCollection[z]; }
  __CUDAFIX_DM bool operator()(int y, int x) const { return !curMask.data || curMask.ptr(y)[x]; }
};
template <class T> __CUDAFIX_D void swap(T &a, T &b) { const T t = a; a = b; b = t; }
template <class T> __CUDAFIX_D bool solve2x2(const T A[2][2], const T b[2], T x[2]) {
  const T det = A[0][0] * A[1][1] - A[1][0] * A[0][1];
  if (det == 0) return false;
  x[0] = (b[0] * A[1][1] - b[1] * A[0][1]) / det;
  x[1] = (A[0][0] * b[1] - A[1][0] * b[0]) / det;
  return true;
}
template <class T> __CUDAFIX_D bool solve3x3(const T A[3][3], const T b[3], T x[3]) {
  // Cramer's rule: minors of the two last columns, and of the first.
  const T m0 = A[1][1] * A[2][2] - A[1][2] * A[2][1], m1 = A[0][1] * A[2][2] - A[0][2] * A[2][1], m2 = A[0][1] * A[1][2] - A[0][2] * A[1][1];
  const T det = A[0][0] * m0 - A[1][0] * m1 + A[2][0] * m2;
  if (det == 0) return false;
  const T b01 = A[0][0] * b[1] - A[1][0] * b[0], b02 = A[0][0] * b[2] - A[2][0] * b[0], b12 = A[1][0] * b[2] - A[2][0] * b[1];
  x[0] = (b[0] * m0 - b[1] * m1 + b[2] * m2) / det;
  x[1] = (b01 * A[2][2] - b02 * A[1][2] + b12 * A[0][2]) / det;
  x[2] = (b02 * A[1][1] - b01 * A[2][1] - b12 * A[0][1]) / det;
  return true;
}

// ---- apply a function to each pixel of an image
template <class F> struct DefaultTransformFunctorTraits {
  enum { simple_block_dim_x = 16, simple_block_dim_y = 16, smart_block_dim_x = 16, smart_block_dim_y = 16, smart_shift = 4 };
};
template <class F> struct TransformFunctorTraits : DefaultTransformFunctorTraits<F> {};
#define OPENCV_CUDA_TRANSFORM_FUNCTOR_TRAITS(type) template <> struct TransformFunctorTraits<type> : DefaultTransformFunctorTraits<type>
template <class T, class D, class Op, class Mask> __global__ void __transformEach(PtrStepSz<T> src, PtrStep<D> dst, const Mask mask, const Op op) {
  const int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
  if (x < src.cols && y < src.rows && mask(y, x)) dst.ptr(y)[x] = op(src.ptr(y)[x]);
}
template <class T1, class T2, class D, class Op, class Mask> __global__ void __transformBoth(PtrStepSz<T1> src1, PtrStep<T2> src2, PtrStep<D> dst, const Mask mask, const Op op) {
  const int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
  if (x < src1.cols && y < src1.rows && mask(y, x)) dst.ptr(y)[x] = op(src1.ptr(y)[x], src2.ptr(y)[x]);
}
template <class T, class D, class Op, class Mask> static inline void transform(PtrStepSz<T> src, PtrStepSz<D> dst, Op op, const Mask &mask, cudaStream_t stream) {
  const dim3 block(16, 16), grid(divUp(src.cols, 16), divUp(src.rows, 16));
  __transformEach<<<grid, block, 0, stream>>>(src, PtrStep<D>(dst), mask, op);
  if (!stream) cudaDeviceSynchronize();
}
template <class T1, class T2, class D, class Op, class Mask> static inline void transform(PtrStepSz<T1> src1, PtrStepSz<T2> src2, PtrStepSz<D> dst, Op op, const Mask &mask, cudaStream_t stream) {
  const dim3 block(16, 16), grid(divUp(src1.cols, 16), divUp(src1.rows, 16));
  __transformBoth<<<grid, block, 0, stream>>>(src1, PtrStep<T2>(src2), PtrStep<D>(dst), mask, op);
  if (!stream) cudaDeviceSynchronize();
}

// ---- colors: pixels of other channels, in the same order or with the first and third exchanged
template <class T> __CUDAFIX_D T __opaque() { return std::numeric_limits<T>::is_integer ? std::numeric_limits<T>::max() : T(1); }
template <class T, int From, int To, int First> struct RGB2RGB : unary_function<typename TypeVec<T, From>::vec_type, typename TypeVec<T, To>::vec_type> {
  __CUDAFIX_DM typename TypeVec<T, To>::vec_type operator()(const typename TypeVec<T, From>::vec_type &p) const {
    typename TypeVec<T, To>::vec_type r;
    r.x = First == 0 ? p.x : p.z, r.y = p.y, r.z = First == 0 ? p.z : p.x;
    if constexpr (To == 4 && From == 4) r.w = p.w;
    else if constexpr (To == 4) r.w = __opaque<T>();
    return r;
  }
};
template <class T, int To> struct Gray2RGB : unary_function<T, typename TypeVec<T, To>::vec_type> {
  __CUDAFIX_DM typename TypeVec<T, To>::vec_type operator()(T v) const {
    typename TypeVec<T, To>::vec_type r;
    r.x = r.y = r.z = v;
    if constexpr (To == 4) r.w = __opaque<T>();
    return r;
  }
};
template <class T, int From, int Blue> struct RGB2Gray : unary_function<typename TypeVec<T, From>::vec_type, T> {
  __CUDAFIX_DM T operator()(const typename TypeVec<T, From>::vec_type &p) const {
    return saturate_cast<T>(0.114f * (Blue == 0 ? p.x : p.z) + 0.587f * p.y + 0.299f * (Blue == 0 ? p.z : p.x));
  }
};
#define __CUDAFIX_CV_COLOR(Name, ...)                                                              \
  template <class T> struct Name##_traits {                                                        \
    typedef __VA_ARGS__ functor_type;                                                              \
    static __CUDAFIX_M functor_type create_functor() { return functor_type(); }                    \
  };
__CUDAFIX_CV_COLOR(bgr_to_rgb, RGB2RGB<T, 3, 3, 2>)
__CUDAFIX_CV_COLOR(bgr_to_bgra, RGB2RGB<T, 3, 4, 0>)
__CUDAFIX_CV_COLOR(bgr_to_rgba, RGB2RGB<T, 3, 4, 2>)
__CUDAFIX_CV_COLOR(bgra_to_bgr, RGB2RGB<T, 4, 3, 0>)
__CUDAFIX_CV_COLOR(bgra_to_rgb, RGB2RGB<T, 4, 3, 2>)
__CUDAFIX_CV_COLOR(bgra_to_rgba, RGB2RGB<T, 4, 4, 2>)
__CUDAFIX_CV_COLOR(gray_to_bgr, Gray2RGB<T, 3>)
__CUDAFIX_CV_COLOR(gray_to_bgra, Gray2RGB<T, 4>)
__CUDAFIX_CV_COLOR(bgr_to_gray, RGB2Gray<T, 3, 0>)
__CUDAFIX_CV_COLOR(bgra_to_gray, RGB2Gray<T, 4, 0>)
__CUDAFIX_CV_COLOR(rgb_to_gray, RGB2Gray<T, 3, 2>)
__CUDAFIX_CV_COLOR(rgba_to_gray, RGB2Gray<T, 4, 2>)
#undef __CUDAFIX_CV_COLOR
}}} // namespace cv::cuda::device
#endif
