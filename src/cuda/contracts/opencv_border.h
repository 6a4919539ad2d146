// SPDX-License-Identifier: Apache-2.0
//
// Stands in for OpenCV's headers on images in device code: borders, and interpolation.
#ifndef __CUDAFIX_CONTRACT_OPENCV_BORDER_H
#define __CUDAFIX_CONTRACT_OPENCV_BORDER_H
#include "opencv_vec.h"
namespace cv { namespace cuda { namespace device {
// ---- the index in 0 .. last that replaces one before the line (low) or after it (high)
struct __Replicate {
  __CUDAFIX_M static int low(int i, int) { return i > 0 ? i : 0; }
  __CUDAFIX_M static int high(int i, int last) { return i < last ? i : last; }
};
struct __Reflect101 {
  __CUDAFIX_M static int low(int i, int last) { return (i < 0 ? -i : i) % (last + 1); }
  __CUDAFIX_M static int high(int i, int last) { return low(i > last ? 2 * last - i : i, last); }
};
struct __Reflect {
  __CUDAFIX_M static int low(int i, int last) { return (i < 0 ? -i - 1 : i) % (last + 1); }
  __CUDAFIX_M static int high(int i, int last) {
    const int m = i > last ? 2 * last + 1 - i : i;
    return (m < 0 ? -m : m) % (last + 1);
  }
};
struct __Wrap {
  __CUDAFIX_M static int low(int i, int last) { return i < 0 ? (i % (last + 1) + last + 1) % (last + 1) : i; }
  __CUDAFIX_M static int high(int i, int last) { return i > last ? i % (last + 1) : i; }
};

template <class D, class Rule> struct __BrdRow {
  typedef D result_type;
  int last_col;
  explicit __CUDAFIX_M __BrdRow(int width) : last_col(width - 1) {}
  template <class U> __CUDAFIX_M __BrdRow(int width, U) : last_col(width - 1) {}
  __CUDAFIX_M int idx_col_low(int x) const { return Rule::low(x, last_col); }
  __CUDAFIX_M int idx_col_high(int x) const { return Rule::high(x, last_col); }
  __CUDAFIX_M int idx_col(int x) const { return idx_col_low(idx_col_high(x)); }
  template <class T> __CUDAFIX_M D at_low(int x, const T *data) const { return saturate_cast<D>(data[idx_col_low(x)]); }
  template <class T> __CUDAFIX_M D at_high(int x, const T *data) const { return saturate_cast<D>(data[idx_col_high(x)]); }
  template <class T> __CUDAFIX_M D at(int x, const T *data) const { return saturate_cast<D>(data[idx_col(x)]); }
};
template <class T> __CUDAFIX_HD const T *__rowOf(const T *data, int y, size_t step) { return (const T *)((const char *)data + y * step); }
template <class D, class Rule> struct __BrdCol {
  typedef D result_type;
  int last_row;
  explicit __CUDAFIX_M __BrdCol(int height) : last_row(height - 1) {}
  template <class U> __CUDAFIX_M __BrdCol(int height, U) : last_row(height - 1) {}
  __CUDAFIX_M int idx_row_low(int y) const { return Rule::low(y, last_row); }
  __CUDAFIX_M int idx_row_high(int y) const { return Rule::high(y, last_row); }
  __CUDAFIX_M int idx_row(int y) const { return idx_row_low(idx_row_high(y)); }
  template <class T> __CUDAFIX_M D at_low(int y, const T *data, size_t step) const { return saturate_cast<D>(*__rowOf(data, idx_row_low(y), step)); }
  template <class T> __CUDAFIX_M D at_high(int y, const T *data, size_t step) const { return saturate_cast<D>(*__rowOf(data, idx_row_high(y), step)); }
  template <class T> __CUDAFIX_M D at(int y, const T *data, size_t step) const { return saturate_cast<D>(*__rowOf(data, idx_row(y), step)); }
};
template <class D, class Rule> struct __Brd {
  typedef D result_type;
  int last_row, last_col;
  __CUDAFIX_M __Brd(int height, int width) : last_row(height - 1), last_col(width - 1) {}
  template <class U> __CUDAFIX_M __Brd(int height, int width, U) : last_row(height - 1), last_col(width - 1) {}
  __CUDAFIX_M int idx_row_low(int y) const { return Rule::low(y, last_row); }
  __CUDAFIX_M int idx_row_high(int y) const { return Rule::high(y, last_row); }
  __CUDAFIX_M int idx_row(int y) const { return idx_row_low(idx_row_high(y)); }
  __CUDAFIX_M int idx_col_low(int x) const { return Rule::low(x, last_col); }
  __CUDAFIX_M int idx_col_high(int x) const { return Rule::high(x, last_col); }
  __CUDAFIX_M int idx_col(int x) const { return idx_col_low(idx_col_high(x)); }
  template <class T> __CUDAFIX_M D at(int y, int x, const T *data, size_t step) const { return saturate_cast<D>(__rowOf(data, idx_row(y), step)[idx_col(x)]); }
  template <class Ptr2D> __CUDAFIX_M D at(typename Ptr2D::index_type y, typename Ptr2D::index_type x, const Ptr2D &src) const { return saturate_cast<D>(src(idx_row(y), idx_col(x))); }
};
#define __CUDAFIX_CV_BORDER(Rule)                                                                  \
  template <class D> struct BrdRow##Rule : __BrdRow<D, __##Rule> { using __BrdRow<D, __##Rule>::__BrdRow; }; \
  template <class D> struct BrdCol##Rule : __BrdCol<D, __##Rule> { using __BrdCol<D, __##Rule>::__BrdCol; }; \
  template <class D> struct Brd##Rule : __Brd<D, __##Rule> { using __Brd<D, __##Rule>::__Brd; };
__CUDAFIX_CV_BORDER(Replicate)
__CUDAFIX_CV_BORDER(Reflect101)
__CUDAFIX_CV_BORDER(Reflect)
__CUDAFIX_CV_BORDER(Wrap)
#undef __CUDAFIX_CV_BORDER

template <class D> struct BrdRowConstant {
  typedef D result_type;
  int width;
  D val;
  explicit __CUDAFIX_M BrdRowConstant(int w, const D &v = VecTraits<D>::all(0)) : width(w), val(v) {}
  template <class T> __CUDAFIX_M D at_low(int x, const T *data) const { return x >= 0 ? saturate_cast<D>(data[x]) : val; }
  template <class T> __CUDAFIX_M D at_high(int x, const T *data) const { return x < width ? saturate_cast<D>(data[x]) : val; }
  template <class T> __CUDAFIX_M D at(int x, const T *data) const { return x >= 0 && x < width ? saturate_cast<D>(data[x]) : val; }
};
template <class D> struct BrdColConstant {
  typedef D result_type;
  int height;
  D val;
  explicit __CUDAFIX_M BrdColConstant(int h, const D &v = VecTraits<D>::all(0)) : height(h), val(v) {}
  template <class T> __CUDAFIX_M D at_low(int y, const T *data, size_t step) const { return y >= 0 ? saturate_cast<D>(*__rowOf(data, y, step)) : val; }
  template <class T> __CUDAFIX_M D at_high(int y, const T *data, size_t step) const { return y < height ? saturate_cast<D>(*__rowOf(data, y, step)) : val; }
  template <class T> __CUDAFIX_M D at(int y, const T *data, size_t step) const { return y >= 0 && y < height ? saturate_cast<D>(*__rowOf(data, y, step)) : val; }
};
template <class D> struct BrdConstant {
  typedef D result_type;
  int height, width;
  D val;
  __CUDAFIX_M BrdConstant(int h, int w, const D &v = VecTraits<D>::all(0)) : height(h), width(w), val(v) {}
  __CUDAFIX_M bool holds(int y, int x) const { return x >= 0 && x < width && y >= 0 && y < height; }
  template <class T> __CUDAFIX_M D at(int y, int x, const T *data, size_t step) const { return holds(y, x) ? saturate_cast<D>(__rowOf(data, y, step)[x]) : val; }
  template <class Ptr2D> __CUDAFIX_M D at(typename Ptr2D::index_type y, typename Ptr2D::index_type x, const Ptr2D &src) const { return holds(y, x) ? saturate_cast<D>(src(y, x)) : val; }
};
/// An image that may also be read outside its edges.
template <class Ptr2D, class B> struct BorderReader {
  typedef typename B::result_type elem_type;
  typedef typename Ptr2D::index_type index_type;
  Ptr2D ptr;
  B b;
  __CUDAFIX_M BorderReader(const Ptr2D &p, const B &b) : ptr(p), b(b) {}
  __CUDAFIX_M elem_type operator()(index_type y, index_type x) const { return b.at(y, x, ptr); }
};
template <class Ptr2D, class D> struct BorderReader<Ptr2D, BrdConstant<D>> {
  typedef D elem_type;
  typedef typename Ptr2D::index_type index_type;
  Ptr2D src;
  int height, width;
  D val;
  __CUDAFIX_M BorderReader(const Ptr2D &p, const BrdConstant<D> &b) : src(p), height(b.height), width(b.width), val(b.val) {}
  __CUDAFIX_M D operator()(index_type y, index_type x) const { return x >= 0 && x < width && y >= 0 && y < height ? saturate_cast<D>(src(y, x)) : val; }
};

// ---- images that are read between their pixels
template <class Ptr2D> struct __Filter {
  typedef typename Ptr2D::elem_type elem_type;
  typedef float index_type;
  typedef typename TypeVec<float, VecTraits<elem_type>::cn>::vec_type __work;
  Ptr2D src;
  explicit __CUDAFIX_M __Filter(const Ptr2D &s) : src(s) {}
  template <class... A> __CUDAFIX_M __Filter(const Ptr2D &s, float, A...) : src(s) {}
};
template <class Ptr2D> struct PointFilter : __Filter<Ptr2D> {
  using __Filter<Ptr2D>::__Filter;
  __CUDAFIX_DM typename Ptr2D::elem_type operator()(float y, float x) const { return this->src(__float2int_rz(y), __float2int_rz(x)); }
};
template <class Ptr2D> struct LinearFilter : __Filter<Ptr2D> {
  using __Filter<Ptr2D>::__Filter;
  __CUDAFIX_DM typename Ptr2D::elem_type operator()(float y, float x) const {
    const int x0 = __float2int_rd(x), y0 = __float2int_rd(y);
    const float dx = x - x0, dy = y - y0;
    return saturate_cast<typename Ptr2D::elem_type>(
        (this->src(y0, x0) * (1 - dx) + this->src(y0, x0 + 1) * dx) * (1 - dy) +
        (this->src(y0 + 1, x0) * (1 - dx) + this->src(y0 + 1, x0 + 1) * dx) * dy);
  }
};
template <class Ptr2D> struct CubicFilter : __Filter<Ptr2D> {
  using __Filter<Ptr2D>::__Filter;
  __CUDAFIX_DM static float bicubicCoeff(float d) {
    const float x = fabsf(d);
    return x <= 1 ? (1.5f * x - 2.5f) * x * x + 1 : x < 2 ? ((2.5f - 0.5f * x) * x - 4) * x + 2 : 0;
  }
  __CUDAFIX_DM typename Ptr2D::elem_type operator()(float y, float x) const {
    auto sum = VecTraits<typename __Filter<Ptr2D>::__work>::all(0);
    float weights = 0;
    for (float cy = ceilf(y - 2); cy <= floorf(y + 2); cy += 1)
      for (float cx = ceilf(x - 2); cx <= floorf(x + 2); cx += 1) {
        const float w = bicubicCoeff(x - cx) * bicubicCoeff(y - cy);
        sum = sum + w * this->src(__float2int_rd(cy), __float2int_rd(cx));
        weights += w;
      }
    return saturate_cast<typename Ptr2D::elem_type>(weights == 0 ? VecTraits<decltype(sum)>::all(0) : sum / weights);
  }
};
/// The mean of the pixels that one pixel of the smaller image covers.
template <class Ptr2D> struct IntegerAreaFilter : __Filter<Ptr2D> {
  float scale_x, scale_y;
  __CUDAFIX_M IntegerAreaFilter(const Ptr2D &s, float sx, float sy) : __Filter<Ptr2D>(s), scale_x(sx), scale_y(sy) {}
  __CUDAFIX_DM typename Ptr2D::elem_type operator()(float y, float x) const {
    const int x0 = __float2int_ru(x * scale_x), x1 = __float2int_rd(x * scale_x + scale_x);
    const int y0 = __float2int_ru(y * scale_y), y1 = __float2int_rd(y * scale_y + scale_y);
    auto sum = VecTraits<typename __Filter<Ptr2D>::__work>::all(0);
    for (int cy = y0; cy < y1; ++cy)
      for (int cx = x0; cx < x1; ++cx)
        sum = sum + this->src(cy, cx) * (1 / (scale_x * scale_y));
    return saturate_cast<typename Ptr2D::elem_type>(sum);
  }
};
template <class Ptr2D> struct AreaFilter : __Filter<Ptr2D> {
  float scale_x, scale_y;
  int width, height;
  __CUDAFIX_M AreaFilter(const Ptr2D &s, float sx, float sy) : __Filter<Ptr2D>(s), scale_x(sx), scale_y(sy), width(s.width), height(s.height) {}
  /// The part of pixel `i` that lies between the two places.
  __CUDAFIX_DM static float share(int i, float from, float to) { return fminf(i + 1, to) - fmaxf(i, from); }
  __CUDAFIX_DM typename Ptr2D::elem_type operator()(float y, float x) const {
    const float fx = x * scale_x, tx = fx + scale_x, fy = y * scale_y, ty = fy + scale_y;
    const float area = fminf(scale_x, width - fx) * fminf(scale_y, height - fy);
    auto sum = VecTraits<typename __Filter<Ptr2D>::__work>::all(0);
    for (int cy = __float2int_rd(fy); cy < ty && cy < height; ++cy)
      for (int cx = __float2int_rd(fx); cx < tx && cx < width; ++cx)
        sum = sum + this->src(cy, cx) * (share(cx, fx, tx) * share(cy, fy, ty) / area);
    return saturate_cast<typename Ptr2D::elem_type>(sum);
  }
};
}}} // namespace cv::cuda::device
#endif
