// SPDX-License-Identifier: Apache-2.0
//
// Stands in for OpenCV's CUDA headers where these are not there: images as kernels see them.
#ifndef __CUDAFIX_CONTRACT_OPENCV_H
#define __CUDAFIX_CONTRACT_OPENCV_H
#include <cstdint>
#include <cuda.h>
#include <stdexcept>
#include <string>
#include <vector>
#define CV_EXPORTS
#define CV_PI 3.1415926535897932384626433832795
#define __CV_CUDA_HOST_DEVICE__ __host__ __device__ __forceinline__
extern "C" void *__cudafix_image_data(const void *);
extern "C" __attribute__((pure)) int __cudafix_image_ask(const void *, int);
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef signed char schar;
namespace cv {
using ::uchar;
using ::ushort;
using ::schar;
struct Size { int width = 0, height = 0; Size() = default; Size(int w, int h) : width(w), height(h) {} int area() const { return width * height; } };
struct Scalar { double v[4]{}; Scalar(double a = 0, double b = 0, double c = 0, double d = 0) : v{a, b, c, d} {} double operator[](int i) const { return v[i]; } };
template <class T> struct Point_ { T x{}, y{}; };
using Point = Point_<int>;
using Point2f = Point_<float>;
struct Rect { int x = 0, y = 0, width = 0, height = 0; };
namespace cuda {
template <class T> struct DevPtr {
  typedef T elem_type;
  T *data = nullptr;
  DevPtr() = default;
  __CUDAFIX_M DevPtr(T *d) : data(d) {}
  __CUDAFIX_M operator T *() { return data; }
  __CUDAFIX_M operator const T *() const { return data; }
};
template <class T> struct PtrSz : DevPtr<T> {
  size_t size = 0;
  PtrSz() = default;
  __CUDAFIX_M PtrSz(T *d, size_t n) : DevPtr<T>(d), size(n) {}
};
template <class T> struct PtrStep : DevPtr<T> {
  size_t step = 0; ///< bytes of a row
  PtrStep() = default;
  __CUDAFIX_M PtrStep(T *d, size_t s) : DevPtr<T>(d), step(s) {}
  __CUDAFIX_M T *ptr(int y = 0) { return (T *)((char *)this->data + y * step); }
  __CUDAFIX_M const T *ptr(int y = 0) const { return (const T *)((const char *)this->data + y * step); }
  __CUDAFIX_M T &operator()(int y, int x) { return ptr(y)[x]; }
  __CUDAFIX_M const T &operator()(int y, int x) const { return ptr(y)[x]; }
};
template <class T> struct PtrStepSz : PtrStep<T> {
  int cols = 0, rows = 0;
  PtrStepSz() = default;
  __CUDAFIX_M PtrStepSz(int r, int c, T *d, size_t s) : PtrStep<T>(d, s), cols(c), rows(r) {}
  template <class U> explicit PtrStepSz(const PtrStepSz<U> &o) : PtrStep<T>((T *)o.data, o.step), cols(o.cols), rows(o.rows) {}
};
typedef PtrStepSz<unsigned char> PtrStepSzb;
typedef PtrStepSz<float> PtrStepSzf;
typedef PtrStepSz<int> PtrStepSzi;
typedef PtrStep<unsigned char> PtrStepb;
typedef PtrStep<float> PtrStepf;
typedef PtrStep<int> PtrStepi;
struct Stream { void waitForCompletion() {} static Stream &Null() { static Stream s; return s; } };
struct StreamAccessor { static cudaStream_t getStream(const Stream &) { return {}; } };
struct GpuMat {
  int flags = 0, rows = 0, cols = 0;
  size_t step = 0;
  unsigned char *data = nullptr;
  GpuMat() = default;
  template <class... A> explicit GpuMat(A &&...) {}
  template <class T> T *ptr(int y = 0) { return (T *)(data + step * y); }
  template <class T> const T *ptr(int y = 0) const { return (const T *)(data + step * y); }
  template <class T> operator PtrStepSz<T>() const { return {rows, cols, (T *)data, step}; }
  template <class T> operator PtrStep<T>() const { return {(T *)data, step}; }
  template <class... A> void create(A &&...) {}
  template <class... A> void upload(A &&...) {}
  template <class... A> void download(A &&...) const {}
  template <class... A> GpuMat &setTo(A &&...) { return *this; }
  bool empty() const { return !data; }
  Size size() const { return {cols, rows}; }
  int type() const { return flags; }
  int depth() const { return flags & 7; }
  int channels() const { return (flags >> 3) + 1; }
  size_t elemSize() const { return channels(); }
  bool isContinuous() const { return flags & 1; }
};
__CUDAFIX_M int divUp(int a, int b) { return (a + b - 1) / b; }
namespace device { using cv::cuda::PtrStep; using cv::cuda::PtrStepSz; using cv::cuda::divUp; }
} // namespace cuda
struct Mat {
  int flags = 0, rows = 0, cols = 0;
  unsigned char *data = nullptr;
  size_t step = 0;
  Mat() = default;
  template <class... A> explicit Mat(A &&...) {}
  template <class T> T *ptr(int y = 0) { return (T *)(data + step * y); }
  template <class T> const T *ptr(int y = 0) const { return (const T *)(data + step * y); }
  template <class T> T &at(int y, int x = 0) { return ptr<T>(y)[x]; }
  template <class... A> void create(A &&...) {}
  Size size() const { return {cols, rows}; }
  bool empty() const { return !data; }
  int type() const { return flags; }
  int channels() const { return (flags >> 3) + 1; }
  size_t total() const { return size_t(rows) * cols; }
  size_t elemSize() const { return channels(); }
};
} // namespace cv
#define CV_Assert(e) do { if (!(e)) throw std::runtime_error(""); } while (0)
#define CV_Error(...) throw std::runtime_error("")
#define cudaSafeCall(e) ((void)(e))
#define cvCudaSafeCall(e) ((void)(e))
#define CV_8UC1 0
#define CV_8UC3 16
#define CV_8UC4 24
#define CV_16UC1 2
#define CV_32SC1 4
#define CV_32FC1 5
#define CV_32FC3 21
#define CV_32F 5
#define CV_8U 0
#endif
