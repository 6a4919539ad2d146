// SPDX-License-Identifier: Apache-2.0
// RUN: %check-simulation %s --grid 1 --block 32
// Numbers, vectors, borders, filters and functions of OpenCV hold what they do where its headers
// are there.
#include <cassert>
#include <opencv2/core/cuda/border_interpolate.hpp>
#include <opencv2/core/cuda/color.hpp>
#include <opencv2/core/cuda/filters.hpp>
#include <opencv2/core/cuda/functional.hpp>
#include <opencv2/core/cuda/limits.hpp>
#include <opencv2/core/cuda/utility.hpp>
#include <opencv2/core/cuda/vec_math.hpp>
#include <type_traits>

namespace cv {
namespace cuda {
namespace device {
__global__ void numbersOk(int *out) {
  assert(saturate_cast<uchar>(300) == 255 && saturate_cast<uchar>(-3) == 0 &&
         saturate_cast<uchar>(2.5f) == 2);
  assert(saturate_cast<uchar>(3.5f) == 4 && saturate_cast<uchar>(1e9f) == 255 &&
         saturate_cast<schar>(-129) == -128);
  assert(saturate_cast<schar>(200u) == 127 && saturate_cast<short>(40000) == 32767 &&
         saturate_cast<ushort>(-1.0) == 0);
  assert(saturate_cast<short>(ushort(65535)) == 32767 &&
         saturate_cast<int>(3000000000u) == 2147483647);
  assert(saturate_cast<unsigned>(-5) == 0 && saturate_cast<float>(3) == 3.0f &&
         saturate_cast<int>(-2.5) == -2);
  assert(numeric_limits<short>::max() == 32767 && numeric_limits<uchar>::min() == 0 &&
         divUp(10, 4) == 3);
  out[threadIdx.x] = 0;
}
__global__ void vectorsOk(int *out) {
  const uchar3 a = VecTraits<uchar3>::make(1, 200, 3), b = VecTraits<uchar3>::all(100);
  static_assert(std::is_same_v<decltype(a + b), int3> && std::is_same_v<decltype(a == b), uchar3>);
  static_assert(std::is_same_v<decltype(a * 0.5f), float3> &&
                std::is_same_v<decltype(2.0 * a), double3>);
  static_assert(std::is_same_v<TypeVec<float, VecTraits<uchar3>::cn>::vec_type, float3> &&
                VecTraits<int>::cn == 1);
  static_assert(std::is_same_v<decltype(a & b), uchar3> &&
                std::is_same_v<TypeVec<float, 1>::vec_type, float>);
  const int3 s = a + b;
  assert(s.x == 101 && s.y == 300 && s.z == 103);
  const uchar3 c = saturate_cast<uchar3>(s);
  assert(c.x == 101 && c.y == 255 && (a - b).x == -99 && (a > b).y == 1 && (a > b).z == 0);
  const float2 f = make_float2(-4.0f, 9.0f) / 2;
  assert(f.x == -2 && abs(f).x == 2 && sqrt(make_uchar4(4, 9, 16, 25)).w == 5 &&
         max(f, 0.f).x == 0);
  assert((-f).y == -4.5f && (3 - make_int2(1, 2)).y == 1 && (!make_int2(0, 2)).x == 1 &&
         min(make_int2(1, 5), make_int2(2, 3)).y == 3);
  assert(max(3, 4) == 4 && hypot(make_float2(3, 5), 4.0f).x == 5);
  out[threadIdx.x] = 0;
}
__global__ void bordersOk(int *out) {
  const int row[5] = {10, 11, 12, 13, 14};
  BrdRowReplicate<int> rep(5);
  assert(rep.at_low(-3, row) == 10 && rep.at_high(7, row) == 14 && rep.at(2, row) == 12);
  BrdRowReflect101<int> mirror(5);
  assert(mirror.at_low(-2, row) == 12 && mirror.at_high(5, row) == 13 && mirror.at(6, row) == 12 &&
         mirror.at(-1, row) == 11);
  BrdRowReflect<float> twice(5, 0);
  assert(twice.at_low(-1, row) == 10 && twice.at_high(5, row) == 14 && twice.at_high(6, row) == 13);
  BrdRowWrap<int> wrap(5);
  assert(wrap.at_low(-1, row) == 14 && wrap.at_low(-5, row) == 10 && wrap.at_high(6, row) == 11 &&
         wrap.at(-7, row) == 13);
  BrdRowConstant<uchar> fixed(5, 7);
  assert(fixed.at_low(-1, row) == 7 && fixed.at_high(5, row) == 7 && fixed.at(4, row) == 14);
  BrdColReplicate<int> col(5);
  assert(col.at_low(-1, row, sizeof(int)) == 10 && col.at(9, row, sizeof(int)) == 14);
  const PtrStep<int> image(const_cast<int *>(row), 2 * sizeof(int));
  const BorderReader<PtrStep<int>, BrdReflect101<int>> reader(image, BrdReflect101<int>(2, 2));
  assert(reader(0, 0) == 10 && reader(-1, 0) == 12 && reader(1, 2) == 12 && reader(2, -1) == 11);
  const BorderReader<PtrStep<int>, BrdConstant<int>> empty(image, BrdConstant<int>(2, 2, 5));
  assert(empty(2, 0) == 5 && empty(1, 1) == 13);
  out[threadIdx.x] = 0;
}
__global__ void filtersOk(int *out) {
  const uchar rows[4] = {10, 20, 30, 40};
  typedef BorderReader<PtrStep<uchar>, BrdReplicate<uchar>> Reader;
  const Reader reader(PtrStep<uchar>(const_cast<uchar *>(rows), 2), BrdReplicate<uchar>(2, 2));
  assert(PointFilter<Reader>(reader)(0.9f, 1.2f) == 20 &&
         LinearFilter<Reader>(reader)(0.5f, 0.5f) == 25);
  assert(CubicFilter<Reader>(reader)(1, 0) == 30 &&
         IntegerAreaFilter<Reader>(reader, 2, 2)(0, 0) == 25);
  typedef BorderReader<PtrStep<uchar>, BrdConstant<uchar>> Inside;
  const Inside inside(PtrStep<uchar>(const_cast<uchar *>(rows), 2), BrdConstant<uchar>(2, 2));
  assert(AreaFilter<Inside>(inside, 2, 2)(0, 0) == 25);
  out[threadIdx.x] = 0;
}
__global__ void functionsOk(int *out) {
  assert(plus<int>()(2, 3) == 5 && maximum<float>()(2, 3) == 3 &&
         bind2nd(minus<int>(), 3)(10) == 7 && bind1st(minus<int>(), 3)(10) == -7);
  assert(minimum<uchar2>()(make_uchar2(1, 9), make_uchar2(4, 5)).y == 5 &&
         not1(logical_not<int>())(3) && sqr_func<int>()(4) == 16);
  assert(thresh_trunc_func<int>(5)(9) == 5 && thresh_binary_func<uchar>(5, 255)(6) == 255 &&
         sqrt_func<uchar>()(uchar(9)) == 3);
  assert(bgr_to_rgba_traits<uchar>::create_functor()(make_uchar3(1, 2, 3)).w == 255 &&
         rgb_to_gray_traits<uchar>::create_functor()(make_uchar3(8, 8, 8)) == 8);
  uchar bits[4] = {0, 1, 1, 0};
  SingleMask mask(PtrStepb(bits, 2));
  assert(!mask(0, 0) && mask(0, 1) && WithOutMask()(3, 4));
  const float A[3][3] = {{2, 1, 0}, {0, 3, 1}, {1, 0, 4}}, b[3] = {4, 9, 13};
  float x[3];
  assert(solve3x3(A, b, x) && x[0] == 1 && x[1] == 2 && x[2] == 3);
  const double C[2][2] = {{1, 2}, {3, 4}}, d[2] = {5, 11};
  double y[2];
  assert(solve2x2(C, d, y) && y[0] == 1 && y[1] == 2);
  out[threadIdx.x] = 0;
}
} // namespace device
} // namespace cuda
} // namespace cv
