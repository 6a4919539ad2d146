// SPDX-License-Identifier: Apache-2.0
//
// Stands in for missing headers of OpenCV: images, streams and the functions that host code calls
// on them. Functions for device code are in opencv_*.h.
#ifndef __CUDAFIX_CONTRACT_OPENCV_H
#define __CUDAFIX_CONTRACT_OPENCV_H
#include <cuda.h>
#include "opencv_types.h"
// Unknown memory and unknown numbers.
extern "C" void *__cudafix_image_data(void);
extern "C" int __cudafix_image_ask(void);

namespace cv {
/// What host code knows of an image: its size, its type and the bytes of a row.
struct __ImageHeader {
  int flags = 0, rows = 0, cols = 0;
  size_t step = 0;
  uchar *data = nullptr;
  static size_t elemSize1Of(int type) { return CV_MAT_DEPTH(type) == CV_64F ? 8 : CV_MAT_DEPTH(type) < CV_16U ? 1 : CV_MAT_DEPTH(type) == CV_32S || CV_MAT_DEPTH(type) == CV_32F ? 4 : 2; }
  void setUnknown() {
    flags = __cudafix_image_ask(), rows = __cudafix_image_ask(), cols = __cudafix_image_ask();
    step = __cudafix_image_ask();
    data = static_cast<uchar *>(__cudafix_image_data());
  }
  void setShape(int r, int c, int type) { rows = r, cols = c, flags = type; }
  /// Large enough memory is kept, so the result may share the memory of another image.
  void create(int r, int c, int type) {
    setShape(r, c, type);
    step = __cudafix_image_ask();
    data = static_cast<uchar *>(__cudafix_image_data());
  }
  void create(Size s, int type) { create(s.height, s.width, type); }
  template <class... A> void create(A &&...) { setUnknown(); }
  void setPart(const __ImageHeader &o, const Rect &r) {
    flags = o.flags, rows = r.height, cols = r.width, step = o.step;
    data = o.data + r.y * o.step + r.x * o.elemSize();
  }
  void release() { rows = cols = 0, step = 0, data = nullptr; }
  template <class T> T *ptr(int y = 0) { return (T *)(data + step * y); }
  template <class T> const T *ptr(int y = 0) const { return (const T *)(data + step * y); }
  uchar *ptr(int y = 0) { return data + step * y; }
  const uchar *ptr(int y = 0) const { return data + step * y; }
  bool empty() const { return !data; }
  Size size() const { return {cols, rows}; }
  int type() const { return flags & 4095; }
  int depth() const { return CV_MAT_DEPTH(flags); }
  int channels() const { return CV_MAT_CN(flags); }
  size_t total() const { return size_t(rows) * cols; }
  size_t elemSize1() const { return elemSize1Of(flags); }
  size_t elemSize() const { return elemSize1() * channels(); }
  size_t step1() const { return step / elemSize1(); }
  bool isContinuous() const { return step == cols * elemSize(); }
};
template <class A, class T> using __IfOther = std::enable_if_t<!std::is_base_of_v<T, std::decay_t<A>>>;
struct Mat : __ImageHeader {
  Mat() = default;
  Mat(int r, int c, int type) { create(r, c, type); }
  Mat(Size s, int type) { create(s, type); }
  Mat(int r, int c, int type, void *d, size_t s = 0) {
    setShape(r, c, type);
    step = s ? s : c * elemSize(), data = static_cast<uchar *>(d);
  }
  Mat(const Mat &o, const Rect &r) { setPart(o, r); }
  template <class A, class... B, class = __IfOther<A, Mat>> explicit Mat(A &&, B &&...) { setUnknown(); }
  template <class T> T &at(int y, int x = 0) { return ptr<T>(y)[x]; }
  template <class T> const T &at(int y, int x = 0) const { return ptr<T>(y)[x]; }
  Mat clone() const { return Mat(rows, cols, flags); }
  template <class M> void copyTo(M &&m) const { m.create(rows, cols, flags); }
  template <class M, class... A> void convertTo(M &&m, int type, A &&...) const { m.create(rows, cols, CV_MAKETYPE(CV_MAT_DEPTH(type), channels())); }
  template <class... A> Mat &setTo(A &&...) { return *this; }
  Mat operator()(const Rect &r) const { return Mat(*this, r); }
  Mat row(int y) const { return Mat(*this, Rect(0, y, cols, 1)); }
  static Mat zeros(int r, int c, int type) { return Mat(r, c, type); }
  static Mat zeros(Size s, int type) { return Mat(s, type); }
};
template <class T> struct Mat_ : Mat { using Mat::Mat; T &operator()(int y, int x) { return at<T>(y, x); } };

namespace cuda {
template <class T> struct DevPtr {
  typedef T elem_type;
  typedef int index_type;
  enum { elem_size = sizeof(elem_type) };
  T *data = nullptr;
  DevPtr() = default;
  __CUDAFIX_M DevPtr(T *d) : data(d) {}
  __CUDAFIX_M size_t elemSize() const { return elem_size; }
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
typedef PtrStepSz<unsigned short> PtrStepSzus;
typedef PtrStepSz<float> PtrStepSzf;
typedef PtrStepSz<int> PtrStepSzi;
typedef PtrStep<unsigned char> PtrStepb;
typedef PtrStep<unsigned short> PtrStepus;
typedef PtrStep<float> PtrStepf;
typedef PtrStep<int> PtrStepi;

struct Event;
class Stream {
  cudaStream_t s = nullptr;
  explicit constexpr Stream(cudaStream_t t) : s(t) {}
  friend struct StreamAccessor;

public:
  static cudaStream_t make() { cudaStream_t t{}; cudaStreamCreate(&t); return t; }
  Stream() : s(make()) {}
  explicit Stream(size_t) : s(make()) {}
  bool queryIfComplete() const { return cudaStreamQuery(s) == cudaSuccess; }
  void waitForCompletion() { cudaStreamSynchronize(s); }
  inline void waitEvent(const Event &e);
  void *cudaPtr() const { return s; }
  explicit operator bool() const { return s; }
  static Stream &Null() { static Stream n(nullptr); return n; }
};
struct StreamAccessor {
  static cudaStream_t getStream(const Stream &s) { return s.s; }
  static Stream wrapStream(cudaStream_t s) { return Stream(s); }
};
struct Event {
  cudaEvent_t e{};
  static cudaEvent_t make() { cudaEvent_t t{}; cudaEventCreate(&t); return t; }
  explicit Event(int = 0) : e(make()) {}
  void record(Stream &s = Stream::Null()) { cudaEventRecord(e, StreamAccessor::getStream(s)); }
  void waitForCompletion() { cudaEventSynchronize(e); }
  static float elapsedTime(const Event &a, const Event &b) { float ms = 0; cudaEventElapsedTime(&ms, a.e, b.e); return ms; }
};
inline void Stream::waitEvent(const Event &e) { cudaStreamWaitEvent(s, e.e, 0); }
struct EventAccessor { static cudaEvent_t getEvent(const Event &e) { return e.e; } };

struct GpuMat : __ImageHeader {
  struct Allocator {};
  GpuMat() = default;
  GpuMat(int r, int c, int type) {
    setShape(r, c, type);
    void *memory = nullptr;
    size_t pitch = 0;
    cudaMallocPitch(&memory, &pitch, c * elemSize(), r);
    data = static_cast<uchar *>(memory), step = pitch;
  }
  GpuMat(Size s, int type) : GpuMat(s.height, s.width, type) {}
  GpuMat(int r, int c, int type, Scalar) : GpuMat(r, c, type) {}
  GpuMat(Size s, int type, Scalar) : GpuMat(s, type) {}
  GpuMat(int r, int c, int type, void *d, size_t s = 0) {
    setShape(r, c, type);
    step = s ? s : c * elemSize(), data = static_cast<uchar *>(d);
  }
  GpuMat(Size z, int type, void *d, size_t s = 0) : GpuMat(z.height, z.width, type, d, s) {}
  GpuMat(const GpuMat &o, const Rect &r) { setPart(o, r); }
  GpuMat(const GpuMat &o, const Range &y, const Range &x = Range::all()) : GpuMat(o(y, x)) {}
  template <class A, class... B, class = __IfOther<A, GpuMat>> explicit GpuMat(A &&, B &&...) { setUnknown(); }
  template <class T> operator PtrStepSz<T>() const { return {rows, cols, (T *)data, step}; }
  template <class T> operator PtrStep<T>() const { return {(T *)data, step}; }
  void upload(const Mat &m) { create(m.rows, m.cols, m.type()); }
  void upload(const Mat &m, Stream &) { upload(m); }
  template <class... A> void upload(A &&...) { setUnknown(); }
  template <class... A> void download(A &&...) const {}
  template <class M, class... A> void copyTo(M &&m, A &&...) const { m.create(rows, cols, flags); }
  template <class M, class... A> void convertTo(M &&m, int type, A &&...) const { m.create(rows, cols, CV_MAKETYPE(CV_MAT_DEPTH(type), channels())); }
  template <class... A> GpuMat &setTo(A &&...) { return *this; }
  GpuMat clone() const { return GpuMat(rows, cols, flags); }
  GpuMat reshape(int cn, int r = 0) const {
    return GpuMat(r ? r : rows, cols * channels() / cn * (r ? rows / r : 1), CV_MAKETYPE(depth(), cn), data, step);
  }
  GpuMat operator()(const Rect &r) const { return GpuMat(*this, r); }
  GpuMat operator()(Range y, Range x) const {
    if (y.isAll()) y = Range(0, rows);
    if (x.isAll()) x = Range(0, cols);
    return GpuMat(*this, Rect(x.start, y.start, x.size(), y.size()));
  }
  GpuMat row(int y) const { return rowRange(y, y + 1); }
  GpuMat col(int x) const { return colRange(x, x + 1); }
  GpuMat rowRange(int a, int b) const { return GpuMat(*this, Rect(0, a, cols, b - a)); }
  GpuMat colRange(int a, int b) const { return GpuMat(*this, Rect(a, 0, b - a, rows)); }
  void swap(GpuMat &o) { GpuMat t = o; o = *this; *this = t; }
};
template <class M> void createContinuous(int r, int c, int type, M &&m) { m.create(r, c, type); }
template <class M> void ensureSizeIsEnough(int r, int c, int type, M &&m) { m.create(r, c, type); }
template <class M> void ensureSizeIsEnough(Size s, int type, M &&m) { m.create(s, type); }

enum FeatureSet {
  FEATURE_SET_COMPUTE_10 = 10, FEATURE_SET_COMPUTE_11 = 11, FEATURE_SET_COMPUTE_12 = 12, FEATURE_SET_COMPUTE_13 = 13,
  FEATURE_SET_COMPUTE_20 = 20, FEATURE_SET_COMPUTE_21 = 21, FEATURE_SET_COMPUTE_30 = 30, FEATURE_SET_COMPUTE_32 = 32,
  FEATURE_SET_COMPUTE_35 = 35, FEATURE_SET_COMPUTE_50 = 50, GLOBAL_ATOMICS = 11, SHARED_ATOMICS = 12, NATIVE_DOUBLE = 13,
  WARP_SHUFFLE_FUNCTIONS = 30, DYNAMIC_PARALLELISM = 35,
};
inline bool deviceSupports(FeatureSet) { return __cudafix_image_ask(); }
inline int getCudaEnabledDeviceCount() { return __cudafix_image_ask(); }
inline int getDevice() { int d = 0; cudaGetDevice(&d); return d; }
inline void setDevice(int d) { cudaSetDevice(d); }
struct DeviceInfo {
  int id = 0;
  DeviceInfo() : id(getDevice()) {}
  explicit DeviceInfo(int d) : id(d) {}
  int deviceID() const { return id; }
  int multiProcessorCount() const { return __cudafix_image_ask(); }
  int maxThreadsPerBlock() const { return __cudafix_image_ask(); }
  int majorVersion() const { return __cudafix_image_ask(); }
  int minorVersion() const { return __cudafix_image_ask(); }
  int warpSize() const { return 32; }
  size_t sharedMemPerBlock() const { return __cudafix_image_ask(); }
  size_t totalGlobalMem() const { return __cudafix_image_ask(); }
  bool supports(FeatureSet f) const { return deviceSupports(f); }
};
inline void checkCudaError(cudaError_t, const char *, int, const char *) {}
template <class T> bool isAligned(const T *p, size_t n) { return reinterpret_cast<size_t>(p) % n == 0; }
inline bool isAligned(size_t step, size_t n) { return step % n == 0; }
__CUDAFIX_M int divUp(int a, int b) { return (a + b - 1) / b; }
namespace device {
using cv::cuda::divUp;
using cv::cuda::PtrStep;
using cv::cuda::PtrStepSz;
using ::uchar;
using ::ushort;
using ::schar;
} // namespace device
} // namespace cuda
namespace gpu {
using namespace cv::cuda;
namespace device { using namespace cv::cuda::device; }
} // namespace gpu

/// An argument that may be an image of either kind.
class _InputArray {
protected:
  __ImageHeader Own, *Of = &Own;

public:
  _InputArray() { Own.setUnknown(); }
  _InputArray(const Mat &m) : Of(const_cast<Mat *>(&m)) {}
  _InputArray(const cuda::GpuMat &m) : Of(const_cast<cuda::GpuMat *>(&m)) {}
  template <class T> _InputArray(const std::vector<T> &) { Own.setUnknown(); }
  cuda::GpuMat getGpuMat() const { return cuda::GpuMat(Of->rows, Of->cols, Of->flags, Of->data, Of->step); }
  Mat getMat() const { return Mat(Of->rows, Of->cols, Of->flags, Of->data, Of->step); }
  cuda::GpuMat &getGpuMatRef() const { return *static_cast<cuda::GpuMat *>(Of); }
  Mat &getMatRef() const { return *static_cast<Mat *>(Of); }
  bool isGpuMat() const { return __cudafix_image_ask(); }
  bool isMat() const { return __cudafix_image_ask(); }
  bool empty() const { return Of->empty(); }
  Size size() const { return Of->size(); }
  int rows() const { return Of->rows; }
  int cols() const { return Of->cols; }
  int type() const { return Of->type(); }
  int depth() const { return Of->depth(); }
  int channels() const { return Of->channels(); }
  void create(int r, int c, int type) const { Of->create(r, c, type); }
  void create(Size s, int type) const { Of->create(s, type); }
  void release() const { Of->release(); }
  template <class... A> void setTo(A &&...) const {}
};
struct _OutputArray : _InputArray { using _InputArray::_InputArray; };
typedef const _InputArray &InputArray, &InputArrayOfArrays;
typedef const _OutputArray &OutputArray, &OutputArrayOfArrays, &InputOutputArray;
inline const _OutputArray &noArray() { static const _OutputArray n{}; return n; }
// Functions on images in host code; nothing is known of their results.
enum ColorConversionCodes { COLOR_BGR2BGRA, COLOR_BGRA2BGR, COLOR_BGR2RGBA, COLOR_BGR2RGB = 4, COLOR_RGB2BGR = 4, COLOR_BGR2GRAY = 6, COLOR_GRAY2BGR = 8 };
enum ImreadModes { IMREAD_UNCHANGED = -1, IMREAD_GRAYSCALE, IMREAD_COLOR };
Mat imread(const std::string &file, int flags = IMREAD_COLOR);
bool imwrite(const std::string &file, InputArray image, const std::vector<int> &parameters = {});
void resize(InputArray from, OutputArray to, Size size, double fx = 0, double fy = 0, int interpolation = INTER_LINEAR);
void cvtColor(InputArray from, OutputArray to, int code, int channels = 0);
void invertAffineTransform(InputArray from, OutputArray to);
namespace cuda {
inline GpuMat getInputMat(InputArray a, Stream &) { return a.getGpuMat(); }
inline GpuMat getOutputMat(OutputArray a, int r, int c, int type, Stream &) { a.create(r, c, type); return a.getGpuMat(); }
inline GpuMat getOutputMat(OutputArray a, Size s, int type, Stream &t) { return getOutputMat(a, s.height, s.width, type, t); }
inline void syncOutput(const GpuMat &, OutputArray, Stream &) {}
struct BufferPool {
  explicit BufferPool(Stream &) {}
  GpuMat getBuffer(int r, int c, int type) { return GpuMat(r, c, type); }
  GpuMat getBuffer(Size s, int type) { return GpuMat(s, type); }
};
} // namespace cuda
} // namespace cv
#endif
