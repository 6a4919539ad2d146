// SPDX-License-Identifier: Apache-2.0
//
// Part of torch.h: the macros, number types and streams of PyTorch's c10.
#ifndef __CUDAFIX_CONTRACT_C10_H
#define __CUDAFIX_CONTRACT_C10_H
#include <cuda.h>
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_ALWAYS_INLINE inline __attribute__((always_inline))
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(n) __launch_bounds__(n)
#define C10_LAUNCH_BOUNDS_2(n, m) __launch_bounds__(n, m)
#define C10_WARP_SIZE 32
#define C10_MAX_THREADS_PER_BLOCK(n) (n)
#define C10_MIN_BLOCKS_PER_SM(n, m) (m)
#define C10_UNUSED __attribute__((unused))
#define C10_RESTRICT __restrict
#define C10_EXPORT
#define C10_API
#define TORCH_API
#define C10_LIKELY(x) (x)
#define C10_UNLIKELY(x) (x)
#define GPU_LAMBDA __host__ __device__
#define AT_CUDA_NUM_THREADS 1024

extern "C" {
void *__cudafix_tensor_data(const void *);
const long *__cudafix_tensor_sizes(const void *);
const long *__cudafix_tensor_strides(const void *);
__attribute__((pure)) long __cudafix_tensor_size(const void *, long);
__attribute__((pure)) long __cudafix_tensor_stride(const void *, long);
__attribute__((pure)) long __cudafix_tensor_ask(const void *, int);
void *__cudafix_tensor_new();
/// Another tensor with the same memory, from the same start.
void *__cudafix_tensor_view(const void *);
}

#define __CUDAFIX_WITH_NUMBER template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>> __CUDAFIX_M
#define __CUDAFIX_NUMBER(N, Base)                                                                 \
  struct alignas(2) N {                                                                           \
    unsigned short x;                                                                             \
    N() = default;                                                                                \
    struct from_bits_t {};                                                                        \
    static constexpr from_bits_t from_bits() { return {}; }                                       \
    __CUDAFIX_M constexpr N(unsigned short bits, from_bits_t) : x(bits) {}                         \
    __CUDAFIX_M N(float f) { Base b(f); __builtin_memcpy(&x, &b, 2); }                             \
    __CUDAFIX_M N(Base b) { __builtin_memcpy(&x, &b, 2); }                                         \
    __CUDAFIX_M operator float() const { Base b; __builtin_memcpy(&b, &x, 2); return float(b); }   \
    __CUDAFIX_M operator Base() const { Base b; __builtin_memcpy(&b, &x, 2); return b; }           \
    __CUDAFIX_M N &operator+=(N o) { return *this = float(*this) + float(o); }                     \
    __CUDAFIX_M N &operator-=(N o) { return *this = float(*this) - float(o); }                     \
    __CUDAFIX_M N &operator*=(N o) { return *this = float(*this) * float(o); }                     \
    __CUDAFIX_M N &operator/=(N o) { return *this = float(*this) / float(o); }                     \
  };                                                                                              \
  __CUDAFIX_M N operator+(N a, N b) { return float(a) + float(b); }                               \
  __CUDAFIX_M N operator-(N a, N b) { return float(a) - float(b); }                               \
  __CUDAFIX_M N operator*(N a, N b) { return float(a) * float(b); }                               \
  __CUDAFIX_M N operator/(N a, N b) { return float(a) / float(b); }                               \
  __CUDAFIX_M N operator-(N a) { return -float(a); }                                              \
  __CUDAFIX_WITH_NUMBER auto operator+(N a, T b) { return float(a) + b; }                         \
  __CUDAFIX_WITH_NUMBER auto operator+(T a, N b) { return a + float(b); }                         \
  __CUDAFIX_WITH_NUMBER auto operator-(N a, T b) { return float(a) - b; }                         \
  __CUDAFIX_WITH_NUMBER auto operator-(T a, N b) { return a - float(b); }                         \
  __CUDAFIX_WITH_NUMBER auto operator*(N a, T b) { return float(a) * b; }                         \
  __CUDAFIX_WITH_NUMBER auto operator*(T a, N b) { return a * float(b); }                         \
  __CUDAFIX_WITH_NUMBER auto operator/(N a, T b) { return float(a) / b; }                         \
  __CUDAFIX_WITH_NUMBER auto operator/(T a, N b) { return a / float(b); }                         \
  __CUDAFIX_M bool operator<(N a, N b) { return float(a) < float(b); }                            \
  __CUDAFIX_WITH_NUMBER bool operator<(N a, T b) { return float(a) < b; }                         \
  __CUDAFIX_WITH_NUMBER bool operator<(T a, N b) { return a < float(b); }                         \
  __CUDAFIX_M bool operator>(N a, N b) { return float(a) > float(b); }                            \
  __CUDAFIX_WITH_NUMBER bool operator>(N a, T b) { return float(a) > b; }                         \
  __CUDAFIX_WITH_NUMBER bool operator>(T a, N b) { return a > float(b); }                         \
  __CUDAFIX_M bool operator<=(N a, N b) { return float(a) <= float(b); }                          \
  __CUDAFIX_WITH_NUMBER bool operator<=(N a, T b) { return float(a) <= b; }                       \
  __CUDAFIX_WITH_NUMBER bool operator<=(T a, N b) { return a <= float(b); }                       \
  __CUDAFIX_M bool operator>=(N a, N b) { return float(a) >= float(b); }                          \
  __CUDAFIX_WITH_NUMBER bool operator>=(N a, T b) { return float(a) >= b; }                       \
  __CUDAFIX_WITH_NUMBER bool operator>=(T a, N b) { return a >= float(b); }                       \
  __CUDAFIX_M bool operator==(N a, N b) { return float(a) == float(b); }                          \
  __CUDAFIX_WITH_NUMBER bool operator==(N a, T b) { return float(a) == b; }                       \
  __CUDAFIX_WITH_NUMBER bool operator==(T a, N b) { return a == float(b); }                       \
  __CUDAFIX_M bool operator!=(N a, N b) { return float(a) != float(b); }                          \
  __CUDAFIX_WITH_NUMBER bool operator!=(N a, T b) { return float(a) != b; }                       \
  __CUDAFIX_WITH_NUMBER bool operator!=(T a, N b) { return a != float(b); }

namespace c10 {
__CUDAFIX_NUMBER(Half, __half)
__CUDAFIX_NUMBER(BFloat16, __nv_bfloat16)
struct Float8_e4m3fn { unsigned char x; __CUDAFIX_M explicit operator float() const { return x; } };
struct Float8_e5m2 { unsigned char x; __CUDAFIX_M explicit operator float() const { return x; } };
template <class T> using complex = thrust::complex<T>;
using DeviceIndex = signed char;
enum class DeviceType : signed char { CPU, CUDA, Meta };
enum class ScalarType : signed char {
  Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool,
  QInt8, QUInt8, QInt32, BFloat16, Float8_e5m2, Float8_e4m3fn, UInt16, UInt32, UInt64, Undefined
};
struct Layout {};
enum class DispatchKey : unsigned short {
  Undefined, CPU, CUDA, Meta, SparseCPU, SparseCUDA, QuantizedCPU, QuantizedCUDA, BackendSelect, Autograd,
  AutogradCPU, AutogradCUDA, Autocast, AutocastCPU, AutocastCUDA, CompositeImplicitAutograd, CompositeExplicitAutograd, CatchAll
};
enum class MemoryFormat : signed char { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
struct Device {
  DeviceType kind = DeviceType::CUDA;
  DeviceIndex at = 0;
  Device() = default;
  Device(DeviceType t, DeviceIndex i = 0) : kind(t), at(i) {}
  Device(const char *) {}
  DeviceType type() const { return kind; }
  DeviceIndex index() const { return at; }
  bool is_cuda() const { return true; }
  bool is_cpu() const { return false; }
  bool is_meta() const { return false; }
  bool has_index() const { return true; }
  bool operator==(Device o) const { return at == o.at; }
  bool operator!=(Device o) const { return at != o.at; }
};
template <class T> struct ArrayRef {
  const T *first = nullptr;
  size_t count = 0;
  ArrayRef() = default;
  ArrayRef(const std::vector<T> &v) : first(v.data()), count(v.size()) {}
  ArrayRef(std::initializer_list<T> l) : first(l.begin()), count(l.size()) {}
  ArrayRef(const T &t) : first(&t), count(1) {}
  ArrayRef(const T *p, size_t n) : first(p), count(n) {}
  const T *begin() const { return first; }
  const T *end() const { return first + count; }
  const T *data() const { return first; }
  size_t size() const { return count; }
  bool empty() const { return !count; }
  const T &operator[](size_t i) const { return first[i]; }
  const T &front() const { return first[0]; }
  const T &back() const { return first[count - 1]; }
  ArrayRef slice(size_t at) const { return {first + at, count - at}; }
  bool operator==(ArrayRef o) const { return std::equal(begin(), end(), o.begin(), o.end()); }
  bool operator!=(ArrayRef o) const { return !(*this == o); }
  std::vector<T> vec() const { return {begin(), end()}; }
};
using IntArrayRef = ArrayRef<int64_t>;
using IntList = IntArrayRef;
template <class T> using optional = std::optional<T>;
using std::nullopt;
struct Scalar {
  double v = 0;
  template <class T> Scalar(T t) : v(double(t)) {}
  Scalar() = default;
  template <class T> T to() const { return T(v); }
  double toDouble() const { return v; }
  float toFloat() const { return v; }
  int64_t toLong() const { return v; }
};
/// A size that PyTorch may know only as a symbol.
struct SymInt {
  int64_t v = 0;
  SymInt() = default;
  SymInt(int64_t v) : v(v) {}
  operator int64_t() const { return v; }
  int64_t guard_int(const char *, int64_t) const { return v; }
  int64_t expect_int() const { return v; }
  bool is_symbolic() const { return false; }
};
using SymIntArrayRef = ArrayRef<SymInt>;
struct Storage {
  struct Pointer {
    void *p;
    void *get() const { return p; }
  };
  const void *impl;
  Pointer data_ptr() const { return {data()}; }
  void *data() const { return __cudafix_tensor_data(impl); }
  void *mutable_data() const { return data(); }
  template <class T> T *data() const { return static_cast<T *>(data()); }
  size_t nbytes() const { return __cudafix_tensor_ask(impl, 15); }
};
inline long elementSize(ScalarType) { return 4; }
inline const char *toString(ScalarType) { return ""; }
inline std::ostream &operator<<(std::ostream &o, ScalarType) { return o; }
inline std::ostream &operator<<(std::ostream &o, Device) { return o; }
template <class T> std::ostream &operator<<(std::ostream &o, ArrayRef<T>) { return o; }
struct Stream { cudaStream_t s{}; };
struct SourceLocation { const char *function, *file; uint32_t line; };
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
  Error(SourceLocation, const std::string &what) : runtime_error(what) {}
};
struct ValueError : Error { using Error::Error; };
struct TypeError : Error { using Error::Error; };
struct IndexError : Error { using Error::Error; };
struct NotImplementedError : Error { using Error::Error; };
template <class... A> std::string str(const A &...) { return {}; }
namespace cuda {
struct CUDAStream {
  cudaStream_t s{};
  operator cudaStream_t() const { return s; }
  cudaStream_t stream() const { return s; }
  void synchronize() const {}
};
inline CUDAStream getCurrentCUDAStream(DeviceIndex = -1) { return {}; }
inline CUDAStream getDefaultCUDAStream(DeviceIndex = -1) { return {}; }
inline CUDAStream getStreamFromPool(bool = false, DeviceIndex = -1) { return {}; }
inline void setCurrentCUDAStream(CUDAStream) {}
inline DeviceIndex current_device() { return 0; }
inline DeviceIndex device_count() { return 1; }
inline void set_device(DeviceIndex) {}
inline void MaybeSetDevice(DeviceIndex) {}
inline void device_synchronize() { cudaDeviceSynchronize(); }
struct CUDAGuard { template <class... A> explicit CUDAGuard(A &&...) {} void set_index(int) {} };
struct OptionalCUDAGuard { template <class... A> OptionalCUDAGuard(A &&...) {} };
struct CUDAStreamGuard { template <class... A> explicit CUDAStreamGuard(A &&...) {} };
namespace CUDACachingAllocator {
inline void *raw_alloc(size_t) { return __cudafix_tensor_new(); }
inline void raw_delete(void *) {}
inline void emptyCache() {}
} // namespace CUDACachingAllocator
} // namespace cuda
using DeviceGuard = cuda::CUDAGuard;
using OptionalDeviceGuard = cuda::OptionalCUDAGuard;
struct TensorOptions {
  TensorOptions() = default;
  template <class T> TensorOptions(T) {}
  ScalarType dtype() const { return ScalarType(__cudafix_tensor_ask(__cudafix_tensor_new(), 8)); }
  Device device() const { return Device(DeviceType::CUDA, __cudafix_tensor_ask(__cudafix_tensor_new(), 9)); }
  template <class T> TensorOptions dtype(T) const { return *this; }
  template <class T, class... A> TensorOptions device(T, A...) const { return *this; }
  TensorOptions layout(Layout) const { return *this; }
  TensorOptions requires_grad(bool) const { return *this; }
  TensorOptions pinned_memory(bool) const { return *this; }
  TensorOptions memory_format(MemoryFormat) const { return *this; }
};
inline std::ostream &operator<<(std::ostream &o, TensorOptions) { return o; }
template <class T> struct numeric_limits : std::numeric_limits<T> {
  static __CUDAFIX_HD T lower_bound() { return std::numeric_limits<T>::lowest(); }
  static __CUDAFIX_HD T upper_bound() { return std::numeric_limits<T>::max(); }
};
template <class T> inline T __cudafix_lowest() { return std::numeric_limits<T>::lowest(); }
} // namespace c10
__CUDAFIX_D c10::Half __ldg(const c10::Half *p) { return *p; }
__CUDAFIX_D c10::BFloat16 __ldg(const c10::BFloat16 *p) { return *p; }
// Templates, so that overload resolution prefers a program's own functions for Half.
template <class T> using __cudafix_if_number = std::enable_if_t<std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>, T>;
#define __CUDAFIX_SHUFFLE_OF_TORCH(Name, D)                                                        \
  template <class T> __CUDAFIX_D __cudafix_if_number<T> Name##_sync(unsigned m, T v, D d, int w = 32) { return Name##_sync(m, float(v), d, w); } \
  template <class T> __CUDAFIX_D __cudafix_if_number<T> Name(T v, D d, int w = 32) { return Name(float(v), d, w); }
__CUDAFIX_SHUFFLE_OF_TORCH(__shfl, int)
__CUDAFIX_SHUFFLE_OF_TORCH(__shfl_up, unsigned)
__CUDAFIX_SHUFFLE_OF_TORCH(__shfl_down, unsigned)
__CUDAFIX_SHUFFLE_OF_TORCH(__shfl_xor, int)
#endif
