// SPDX-License-Identifier: Apache-2.0
//
// OpenCV's macros, small types and saturate_cast, for the contracts of its headers.
#ifndef __CUDAFIX_CONTRACT_OPENCV_TYPES_H
#define __CUDAFIX_CONTRACT_OPENCV_TYPES_H
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>
#define CV_EXPORTS
#define CV_EXPORTS_W
#define CV_OVERRIDE override
#define CV_Func __func__
#define CV_UNUSED(x) ((void)(x))
#define CV_PI 3.1415926535897932384626433832795
#define CV_PI_F 3.14159265f
#define CV_LOG2 0.69314718055994530941723212145818
#define CV_INLINE static inline
#define __CV_CUDA_HOST_DEVICE__ __host__ __device__ __forceinline__
#define CV_Assert(e) do { if (!(e)) throw std::runtime_error(""); } while (0)
#define CV_DbgAssert(e) CV_Assert(e)
#define CV_Error(...) throw std::runtime_error("")
#define CV_Error_(...) throw std::runtime_error("")
#define CV_StaticAssert(e, text) static_assert(e, text)
#define cudaSafeCall(e) ((void)(e))
#define cvCudaSafeCall(e) ((void)(e))
#define nppSafeCall(e) ((void)(e))
#define cufftSafeCall(e) ((void)(e))

#define CV_8U 0
#define CV_8S 1
#define CV_16U 2
#define CV_16S 3
#define CV_32S 4
#define CV_32F 5
#define CV_64F 6
#define CV_16F 7
#define CV_MAKETYPE(depth, cn) ((depth) + (((cn) - 1) << 3))
#define CV_MAKE_TYPE CV_MAKETYPE
#define CV_MAT_DEPTH(type) ((type) & 7)
#define CV_MAT_CN(type) ((((type) >> 3) & 511) + 1)
#define CV_MAT_TYPE(type) ((type) & 4095)
#define CV_8UC(n) CV_MAKETYPE(CV_8U, n)
#define CV_8UC1 CV_8UC(1)
#define CV_8UC2 CV_8UC(2)
#define CV_8UC3 CV_8UC(3)
#define CV_8UC4 CV_8UC(4)
#define CV_8SC(n) CV_MAKETYPE(CV_8S, n)
#define CV_8SC1 CV_8SC(1)
#define CV_8SC3 CV_8SC(3)
#define CV_8SC4 CV_8SC(4)
#define CV_16UC(n) CV_MAKETYPE(CV_16U, n)
#define CV_16UC1 CV_16UC(1)
#define CV_16UC3 CV_16UC(3)
#define CV_16UC4 CV_16UC(4)
#define CV_16SC(n) CV_MAKETYPE(CV_16S, n)
#define CV_16SC1 CV_16SC(1)
#define CV_16SC2 CV_16SC(2)
#define CV_16SC3 CV_16SC(3)
#define CV_16SC4 CV_16SC(4)
#define CV_32SC(n) CV_MAKETYPE(CV_32S, n)
#define CV_32SC1 CV_32SC(1)
#define CV_32SC2 CV_32SC(2)
#define CV_32SC3 CV_32SC(3)
#define CV_32SC4 CV_32SC(4)
#define CV_32FC(n) CV_MAKETYPE(CV_32F, n)
#define CV_32FC1 CV_32FC(1)
#define CV_32FC2 CV_32FC(2)
#define CV_32FC3 CV_32FC(3)
#define CV_32FC4 CV_32FC(4)
#define CV_64FC(n) CV_MAKETYPE(CV_64F, n)
#define CV_64FC1 CV_64FC(1)
#define CV_64FC2 CV_64FC(2)
#define CV_64FC3 CV_64FC(3)
#define CV_64FC4 CV_64FC(4)

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef signed char schar;
namespace cv {
using ::uchar;
using ::ushort;
using ::schar;
typedef std::string String;
template <class T> struct Size_ {
  T width{}, height{};
  Size_() = default;
  Size_(T w, T h) : width(w), height(h) {}
  T area() const { return width * height; }
  bool empty() const { return width <= 0 || height <= 0; }
  bool operator==(const Size_ &o) const { return width == o.width && height == o.height; }
  bool operator!=(const Size_ &o) const { return !(*this == o); }
};
typedef Size_<int> Size2i;
typedef Size2i Size;
typedef Size_<float> Size2f;
struct Scalar {
  double val[4]{};
  Scalar(double a = 0, double b = 0, double c = 0, double d = 0) : val{a, b, c, d} {}
  double &operator[](int i) { return val[i]; }
  double operator[](int i) const { return val[i]; }
  static Scalar all(double a) { return {a, a, a, a}; }
};
template <class T> struct Point_ {
  T x{}, y{};
  Point_() = default;
  Point_(T a, T b) : x(a), y(b) {}
};
typedef Point_<int> Point;
typedef Point Point2i;
typedef Point_<float> Point2f;
typedef Point_<double> Point2d;
template <class T> struct Point3_ {
  T x{}, y{}, z{};
  Point3_() = default;
  Point3_(T a, T b, T c) : x(a), y(b), z(c) {}
};
typedef Point3_<int> Point3i;
typedef Point3_<float> Point3f;
typedef Point3_<double> Point3d;
struct Rect {
  int x = 0, y = 0, width = 0, height = 0;
  Rect() = default;
  Rect(int x, int y, int w, int h) : x(x), y(y), width(w), height(h) {}
  Size size() const { return {width, height}; }
};
struct Range {
  int start = 0, end = 0;
  Range() = default;
  Range(int a, int b) : start(a), end(b) {}
  int size() const { return end - start; }
  static Range all() { return {std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}; }
  bool isAll() const { return start == all().start && end == all().end; }
};
template <class T, int N> struct Vec {
  T val[N]{};
  Vec() = default;
  template <class... A> Vec(T a, A... b) : val{a, T(b)...} {}
  T &operator[](int i) { return val[i]; }
  const T &operator[](int i) const { return val[i]; }
  T &operator()(int i) { return val[i]; }
  const T &operator()(int i) const { return val[i]; }
};
typedef Vec<uchar, 3> Vec3b;
typedef Vec<uchar, 4> Vec4b;
typedef Vec<int, 2> Vec2i;
typedef Vec<int, 3> Vec3i;
typedef Vec<float, 2> Vec2f;
typedef Vec<float, 3> Vec3f;
typedef Vec<float, 4> Vec4f;
typedef Vec<double, 3> Vec3d;
enum BorderTypes {
  BORDER_CONSTANT, BORDER_REPLICATE, BORDER_REFLECT, BORDER_WRAP, BORDER_REFLECT_101, BORDER_TRANSPARENT,
  BORDER_REFLECT101 = BORDER_REFLECT_101, BORDER_DEFAULT = BORDER_REFLECT_101, BORDER_ISOLATED = 16,
};
enum InterpolationFlags { INTER_NEAREST, INTER_LINEAR, INTER_CUBIC, INTER_AREA, INTER_LANCZOS4, INTER_MAX = 7 };
enum NormTypes { NORM_INF = 1, NORM_L1 = 2, NORM_L2 = 4, NORM_L2SQR = 5, NORM_HAMMING = 6, NORM_HAMMING2 = 7, NORM_MINMAX = 32 };

/// Converts to the nearest number that the type can hold; floats are rounded half to even.
template <class D, class S, class = std::enable_if_t<std::is_arithmetic_v<D> && std::is_arithmetic_v<S>>>
__CUDAFIX_M D saturate_cast(S v) {
  constexpr bool Integers = std::is_integral_v<D>;
  if constexpr (Integers && std::is_same_v<S, float> && std::is_unsigned_v<D> && sizeof(D) == 4) {
#ifdef __CUDA_ARCH__
    return __float2uint_rn(v);
#else
    return v > 0 ? D(std::llrint(v)) : 0;
#endif
  } else if constexpr (Integers && std::is_same_v<S, float>) {
#ifdef __CUDA_ARCH__
    return cv::saturate_cast<D>(__float2int_rn(v));
#else
    return cv::saturate_cast<D>((int)std::lrint(v));
#endif
  } else if constexpr (Integers && std::is_floating_point_v<S> && std::is_unsigned_v<D> && sizeof(D) == 4) {
#ifdef __CUDA_ARCH__
    return __double2uint_rn(v);
#else
    return v > 0 ? D(std::llrint(v)) : 0;
#endif
  } else if constexpr (Integers && std::is_floating_point_v<S>) {
#ifdef __CUDA_ARCH__
    return cv::saturate_cast<D>(__double2int_rn(v));
#else
    return cv::saturate_cast<D>((int)std::lrint(v));
#endif
  } else if constexpr (Integers && !std::is_same_v<D, bool> && !std::is_same_v<S, bool>) {
    constexpr auto Low = std::numeric_limits<D>::min();
    constexpr auto High = std::numeric_limits<D>::max();
    if constexpr (std::is_signed_v<S> && std::is_unsigned_v<D>)
      v = v < 0 ? S(0) : v;
    else if constexpr (std::is_signed_v<S> && sizeof(S) > sizeof(D))
      v = v < S(Low) ? S(Low) : v;
    if constexpr ((unsigned long long)std::numeric_limits<S>::max() > (unsigned long long)High)
      v = v > S(High) ? S(High) : v;
    return D(v);
  } else {
    return D(v);
  }
}
} // namespace cv
#endif
