// SPDX-License-Identifier: Apache-2.0
//
// Stands in for PyTorch's headers if they are missing: number types, accessors and tensors as
// kernels and the code around their launches use them. Nothing in it computes.
#ifndef __CUDAFIX_CONTRACT_TORCH_H
#define __CUDAFIX_CONTRACT_TORCH_H
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <curand_kernel.h>
#include <cublas_v2.h>
#include <cusparse.h>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include <algorithm>
#include <cub/cub.cuh>
#include <thrust/pair.h>
#include <thrust/tuple.h>
#include <thrust/complex.h>

#include "c10.h"

namespace std {
template <> class numeric_limits<c10::Half> : public numeric_limits<float> {
public:
  __CUDAFIX_M static c10::Half max() { return 65504.f; }
  __CUDAFIX_M static c10::Half lowest() { return -65504.f; }
  __CUDAFIX_M static c10::Half min() { return 6.1e-5f; }
  __CUDAFIX_M static c10::Half infinity() { return __builtin_huge_valf(); }
};
template <> class numeric_limits<c10::BFloat16> : public numeric_limits<float> {
public:
  __CUDAFIX_M static c10::BFloat16 max() { return 3.38e38f; }
  __CUDAFIX_M static c10::BFloat16 lowest() { return -3.38e38f; }
  __CUDAFIX_M static c10::BFloat16 min() { return 1.2e-38f; }
  __CUDAFIX_M static c10::BFloat16 infinity() { return __builtin_huge_valf(); }
};
} // namespace std

namespace at {
using namespace c10;
template <class T> struct DefaultPtrTraits { typedef T *PtrType; };
template <class T> struct RestrictPtrTraits { typedef T *__restrict__ PtrType; };

template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
class TensorAccessorBase {
public:
  using PtrType = typename P<T>::PtrType;
  __CUDAFIX_M TensorAccessorBase(PtrType d, const I *sizes, const I *strides)
      : data_(d), sizes_(sizes), strides_(strides) {}
  __CUDAFIX_M I size(I i) const { return sizes_[i]; }
  __CUDAFIX_M I stride(I i) const { return strides_[i]; }
  __CUDAFIX_M PtrType data() { return data_; }
  __CUDAFIX_M const PtrType data() const { return data_; }

protected:
  PtrType data_;
  const I *sizes_, *strides_;
};
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
class TensorAccessor : public TensorAccessorBase<T, N, P, I> {
public:
  using TensorAccessorBase<T, N, P, I>::TensorAccessorBase;
  __CUDAFIX_M TensorAccessor<T, N - 1, P, I> operator[](I i) const {
    return {this->data_ + this->strides_[0] * i, this->sizes_ + 1, this->strides_ + 1};
  }
};
template <class T, template <class> class P, class I>
class TensorAccessor<T, 1, P, I> : public TensorAccessorBase<T, 1, P, I> {
public:
  using TensorAccessorBase<T, 1, P, I>::TensorAccessorBase;
  __CUDAFIX_M T &operator[](I i) const { return this->data_[this->strides_[0] * i]; }
};
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
class GenericPackedTensorAccessorBase {
public:
  using PtrType = typename P<T>::PtrType;
  template <class J>
  GenericPackedTensorAccessorBase(PtrType d, const J *sizes, const J *strides) : data_(d) {
    for (size_t i = 0; i < N; ++i)
      sizes_[i] = sizes[i], strides_[i] = strides[i];
  }
  __CUDAFIX_M I size(I i) const { return sizes_[i]; }
  __CUDAFIX_M I stride(I i) const { return strides_[i]; }
  __CUDAFIX_M PtrType data() { return data_; }
  __CUDAFIX_M const PtrType data() const { return data_; }

protected:
  PtrType data_;
  I sizes_[N], strides_[N];
};
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
class GenericPackedTensorAccessor : public GenericPackedTensorAccessorBase<T, N, P, I> {
public:
  using GenericPackedTensorAccessorBase<T, N, P, I>::GenericPackedTensorAccessorBase;
  __CUDAFIX_M TensorAccessor<T, N - 1, P, I> operator[](I i) const {
    return {const_cast<T *>(this->data_) + this->strides_[0] * i, this->sizes_ + 1, this->strides_ + 1};
  }
};
template <class T, template <class> class P, class I>
class GenericPackedTensorAccessor<T, 1, P, I> : public GenericPackedTensorAccessorBase<T, 1, P, I> {
public:
  using GenericPackedTensorAccessorBase<T, 1, P, I>::GenericPackedTensorAccessorBase;
  __CUDAFIX_M T &operator[](I i) const { return const_cast<T *>(this->data_)[this->strides_[0] * i]; }
};
template <class T, size_t N, template <class> class P = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<T, N, P, int32_t>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<T, N, P, int64_t>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
using PackedTensorAccessor = GenericPackedTensorAccessor<T, N, P, I>;

template <class T, bool OnDevice> struct AccumulateType { using type = T; };
template <> struct AccumulateType<Half, true> { using type = float; };
template <> struct AccumulateType<BFloat16, true> { using type = float; };
template <> struct AccumulateType<signed char, true> { using type = int64_t; };
template <> struct AccumulateType<unsigned char, true> { using type = int64_t; };
template <> struct AccumulateType<short, true> { using type = int64_t; };
template <> struct AccumulateType<int, true> { using type = int64_t; };
template <class T, bool OnDevice> using acc_type = typename AccumulateType<T, OnDevice>::type;
template <class T> struct OpMathType { using type = acc_type<T, true>; };
template <class T> using opmath_type = typename OpMathType<T>::type;

constexpr auto kByte = ScalarType::Byte, kChar = ScalarType::Char, kShort = ScalarType::Short,
               kInt = ScalarType::Int, kInt32 = ScalarType::Int, kLong = ScalarType::Long,
               kInt64 = ScalarType::Long, kHalf = ScalarType::Half, kFloat16 = ScalarType::Half,
               kFloat = ScalarType::Float, kFloat32 = ScalarType::Float, kInt8 = ScalarType::Char,
               kDouble = ScalarType::Double, kFloat64 = ScalarType::Double, kBool = ScalarType::Bool,
               kBFloat16 = ScalarType::BFloat16, kUInt8 = ScalarType::Byte;
constexpr auto kCUDA = DeviceType::CUDA, kCPU = DeviceType::CPU;

namespace indexing {
struct Slice { template <class... A> Slice(A...) {} };
struct TensorIndex { template <class T> TensorIndex(T) {} };
constexpr int None = 0;
constexpr const char *Ellipsis = "...";
} // namespace indexing
/// The result of a tensor's `type()` in old code, which also uses it as a number type.
struct DeprecatedTypeProperties {
  ScalarType of;
  bool cuda;
  operator ScalarType() const { return of; }
  ScalarType scalarType() const { return of; }
  bool is_cuda() const { return cuda; }
  bool is_sparse() const { return false; }
  const char *toString() const { return ""; }
};
class Tensor {
public:
  Tensor() : impl(__cudafix_tensor_new()) {}
  template <class T = void> T *data_ptr() const { return static_cast<T *>(__cudafix_tensor_data(impl)); }
  template <class T> T *data() const { return data_ptr<T>(); }
  template <class T = void> T *mutable_data_ptr() const { return data_ptr<T>(); }
  template <class T = void> const T *const_data_ptr() const { return data_ptr<T>(); }
  int64_t size(int64_t i) const { return __cudafix_tensor_size(impl, i); }
  int64_t stride(int64_t i) const { return __cudafix_tensor_stride(impl, i); }
  int64_t numel() const { return __cudafix_tensor_size(impl, -1000); }
  int64_t dim() const { return __cudafix_tensor_ask(impl, 0); }
  int64_t ndimension() const { return dim(); }
  int64_t nbytes() const { return __cudafix_tensor_ask(impl, 1); }
  int64_t itemsize() const { return __cudafix_tensor_ask(impl, 2); }
  int64_t element_size() const { return itemsize(); }
  int64_t storage_offset() const { return __cudafix_tensor_ask(impl, 3); }
  template <class... A> bool is_contiguous(A &&...) const { return __cudafix_tensor_ask(impl, 4); }
  bool is_cuda() const { return __cudafix_tensor_ask(impl, 5); }
  bool is_cpu() const { return !is_cuda(); }
  bool is_sparse() const { return false; }
  bool defined() const { return __cudafix_tensor_ask(impl, 6); }
  bool is_non_overlapping_and_dense() const { return __cudafix_tensor_ask(impl, 7); }
  bool requires_grad() const { return false; }
  bool is_floating_point() const { return true; }
  bool has_value() const { return defined(); }
  ScalarType scalar_type() const { return ScalarType(__cudafix_tensor_ask(impl, 8)); }
  ScalarType dtype() const { return scalar_type(); }
  DeprecatedTypeProperties type() const { return {scalar_type(), is_cuda()}; }
  Device device() const { return Device(kCUDA, get_device()); }
  DeviceIndex get_device_index() const { return get_device(); }
  DeviceIndex get_device() const { return __cudafix_tensor_ask(impl, 9); }
  IntArrayRef sizes() const { return {__cudafix_tensor_sizes(impl), 4}; }
  IntArrayRef strides() const { return {__cudafix_tensor_strides(impl), 4}; }
  TensorOptions options() const { return {}; }
  template <class T> T item() const { return T(__cudafix_tensor_ask(impl, 10)); }
  Scalar item() const { return {}; }
  Tensor operator[](int64_t) const { return {}; }
  template <class T, size_t N> TensorAccessor<T, N> accessor() const { return {data_ptr<T>(), sizes().data(), strides().data()}; }
#define __CUDAFIX_PACKED(Name, Index)                                                             \
  template <class T, size_t N, template <class> class P = DefaultPtrTraits>                       \
  GenericPackedTensorAccessor<T, N, P, Index> Name() const {                                      \
    return {data_ptr<T>(), sizes().data(), strides().data()};                                     \
  }
  __CUDAFIX_PACKED(packed_accessor32, int32_t)
  __CUDAFIX_PACKED(packed_accessor64, int64_t)
  __CUDAFIX_PACKED(generic_packed_accessor, int64_t)
  template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
  GenericPackedTensorAccessor<T, N, P, I> packed_accessor() const {
    return {data_ptr<T>(), sizes().data(), strides().data()};
  }
#include "torch_members.h"
  const Tensor &operator*() const { return *this; }
  const Tensor *operator->() const { return this; }
  const void *impl;

private:
  explicit Tensor(const void *impl) : impl(impl) {}
};
template <class T> using __IfScalar = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, Half> || std::is_same_v<T, BFloat16> || std::is_same_v<T, Scalar>>;
#define __CUDAFIX_OPERATES(Op)                                                                    \
  inline Tensor operator Op(const Tensor &, const Tensor &) { return {}; }                         \
  template <class T, class = __IfScalar<T>> Tensor operator Op(const Tensor &, T) { return {}; }   \
  template <class T, class = __IfScalar<T>> Tensor operator Op(T, const Tensor &) { return {}; }
__CUDAFIX_OPERATES(+) __CUDAFIX_OPERATES(-) __CUDAFIX_OPERATES(*) __CUDAFIX_OPERATES(/) __CUDAFIX_OPERATES(==)
__CUDAFIX_OPERATES(!=) __CUDAFIX_OPERATES(<) __CUDAFIX_OPERATES(>) __CUDAFIX_OPERATES(<=) __CUDAFIX_OPERATES(>=)
__CUDAFIX_OPERATES(&) __CUDAFIX_OPERATES(|)
inline Tensor operator-(const Tensor &) { return {}; }
inline Tensor operator!(const Tensor &) { return {}; }
inline Tensor operator~(const Tensor &) { return {}; }
using OptionalTensorRef = Tensor;
inline int64_t numel(const Tensor &t) { return t.numel(); }
template <class T> std::optional<Device> device_of(const T &) { return Device(); }
using TensorList = ArrayRef<Tensor>;
struct TensorArg {
  Tensor tensor;
  TensorArg(const Tensor &t, const char *, int) : tensor(t) {}
  const Tensor *operator->() const { return &tensor; }
  const Tensor &operator*() const { return tensor; }
};
using CheckedFrom = const char *;
#define __CUDAFIX_CHECKS(Name) template <class... A> void Name(A &&...) {} inline void Name(CheckedFrom, std::initializer_list<TensorArg>) {}
__CUDAFIX_CHECKS(checkAllSameGPU) __CUDAFIX_CHECKS(checkAllSameType) __CUDAFIX_CHECKS(checkAllDefined)
__CUDAFIX_CHECKS(checkAllContiguous) __CUDAFIX_CHECKS(checkSameGPU) __CUDAFIX_CHECKS(checkSameType)
__CUDAFIX_CHECKS(checkSameSize) __CUDAFIX_CHECKS(checkDim) __CUDAFIX_CHECKS(checkScalarType)
} // namespace at
#include "torch_functions.h"
#include "torch_random.h"
namespace at {
inline int ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
struct Context {
  const Generator &defaultGenerator(Device) const { return cuda::detail::getDefaultCUDAGenerator(); }
  bool deterministicAlgorithms() const { return false; }
  void alertNotDeterministic(const char *) const {}
};
inline Context &globalContext() { static Context c; return c; }
inline std::vector<int64_t> infer_size(IntArrayRef, IntArrayRef) { return {}; }

namespace cuda {
using namespace c10::cuda;
struct DeviceProp : cudaDeviceProp {};
inline cudaDeviceProp *getCurrentDeviceProperties() { static cudaDeviceProp p; return &p; }
inline bool check_device(ArrayRef<Tensor>) { return true; }
inline cudaDeviceProp *getDeviceProperties(int64_t) { return getCurrentDeviceProperties(); }
inline int warp_size() { return 32; }
template <class T> __CUDAFIX_M T ATenCeilDiv(T a, T b) { return (a + b - 1) / b; }
inline cublasHandle_t getCurrentCUDABlasHandle() { return {}; }
inline cusparseHandle_t getCurrentCUDASparseHandle() { return {}; }
namespace detail {
template <class T, class I> struct TensorInfo {
  T *data;
  I sizes[25], strides[25];
  int dims;
  __CUDAFIX_M bool isContiguous() const { return dims == 1 && strides[0] == 1; }
};
template <class T, class I, int D> struct IndexToOffset {
  __CUDAFIX_M static I get(I id, const TensorInfo<T, I> &t) {
    I at = 0;
    for (int i = t.dims - 1; i > 0; --i) { at += id % t.sizes[i] * t.strides[i]; id /= t.sizes[i]; }
    return at + id * t.strides[0];
  }
};
template <class T, class I> TensorInfo<T, I> getTensorInfo(const Tensor &t) { return {t.data_ptr<T>(), {}, {}, int(t.dim())}; }
inline bool canUse32BitIndexMath(const Tensor &, int64_t = 0) { return true; }
} // namespace detail
} // namespace cuda
namespace native { using at::ceil_div; }
} // namespace at

// Templates, as for Half below, because code without ATen/cuda/Atomic.cuh defines its own.
#define __CUDAFIX_ATOMIC_OF_TORCH(Type)                                                            \
  template <class T> __CUDAFIX_D std::enable_if_t<std::is_same_v<T, Type>, T> atomicAdd(T *p, typename std::enable_if<true, T>::type v) { return __scoped_atomic_fetch_add(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }
__CUDAFIX_ATOMIC_OF_TORCH(int64_t) __CUDAFIX_ATOMIC_OF_TORCH(int16_t) __CUDAFIX_ATOMIC_OF_TORCH(int8_t) __CUDAFIX_ATOMIC_OF_TORCH(uint8_t)
#define __CUDAFIX_ATOMIC(Type)                                                                    \
  __CUDAFIX_D Type gpuAtomicAdd(Type *p, Type v) { return atomicAdd(p, v); }                       \
  __CUDAFIX_D void gpuAtomicAddNoReturn(Type *p, Type v) { atomicAdd(p, v); }
__CUDAFIX_ATOMIC(float) __CUDAFIX_ATOMIC(double) __CUDAFIX_ATOMIC(int)
__CUDAFIX_ATOMIC(int64_t) __CUDAFIX_ATOMIC(int16_t) __CUDAFIX_ATOMIC(int8_t) __CUDAFIX_ATOMIC(uint8_t)
__CUDAFIX_D c10::Half gpuAtomicAdd(c10::Half *p, c10::Half v) { return atomicAdd(reinterpret_cast<__half *>(p), __half(v)); }
__CUDAFIX_D void gpuAtomicAddNoReturn(c10::Half *p, c10::Half v) { gpuAtomicAdd(p, v); }
__CUDAFIX_D c10::BFloat16 gpuAtomicAdd(c10::BFloat16 *p, c10::BFloat16 v) { return atomicAdd(reinterpret_cast<__nv_bfloat16 *>(p), __nv_bfloat16(v)); }
__CUDAFIX_D void gpuAtomicAddNoReturn(c10::BFloat16 *p, c10::BFloat16 v) { gpuAtomicAdd(p, v); }
// A template, so that overload resolution prefers a program's own function for Half.
template <class T> __CUDAFIX_D __cudafix_if_number<T> atomicAdd(T *p, typename std::enable_if<true, T>::type v) { return gpuAtomicAdd(p, v); }
template <unsigned Size> struct __cudafix_word;
template <> struct __cudafix_word<2> { typedef unsigned short type; };
template <> struct __cudafix_word<4> { typedef unsigned type; };
template <> struct __cudafix_word<8> { typedef unsigned long long type; };
#define __CUDAFIX_ATOMIC_BY_CAS(Name, Value)                                                       \
  template <class T> __CUDAFIX_D T Name(T *p, typename std::enable_if<true, T>::type v) {                \
    typedef typename __cudafix_word<sizeof(T)>::type W;                                            \
    W old = *reinterpret_cast<W *>(p), seen;                                                       \
    T was, now;                                                                                    \
    do {                                                                                           \
      seen = old;                                                                                  \
      __builtin_memcpy(&was, &seen, sizeof(T));                                                    \
      now = Value;                                                                                 \
      W next;                                                                                      \
      __builtin_memcpy(&next, &now, sizeof(T));                                                    \
      old = atomicCAS(reinterpret_cast<W *>(p), seen, next);                                       \
    } while (old != seen);                                                                         \
    return was;                                                                                    \
  }
__CUDAFIX_ATOMIC_BY_CAS(gpuAtomicMul, T(was * v))
__CUDAFIX_ATOMIC_BY_CAS(gpuAtomicMax, was < v ? v : was)
__CUDAFIX_ATOMIC_BY_CAS(gpuAtomicMin, v < was ? v : was)

namespace torch {
using namespace at;
using at::Tensor;
template <class T, size_t N, template <class> class P = DefaultPtrTraits> using PackedTensorAccessor32 = at::PackedTensorAccessor32<T, N, P>;
using Dtype = ScalarType;
constexpr Layout kStrided{};
namespace stable {
using Tensor = at::Tensor;
using Device = at::Device;
using at::empty;
using at::empty_like;
using at::zeros;
template <class... A> Tensor new_empty(const Tensor &, std::initializer_list<int64_t>, A...) { return {}; }
template <class... A> Tensor new_zeros(const Tensor &, std::initializer_list<int64_t>, A...) { return {}; }
inline Tensor view(const Tensor &, std::initializer_list<int64_t>) { return {}; }
inline Tensor transpose(const Tensor &, int64_t, int64_t) { return {}; }
inline Tensor fill_(const Tensor &t, double) { return t; }
inline Tensor copy_(const Tensor &t, const Tensor &) { return t; }
namespace accelerator {
using DeviceGuard = c10::cuda::CUDAGuard;
using DeviceIndex = c10::DeviceIndex;
inline DeviceIndex getCurrentDeviceIndex() { return 0; }
inline c10::Stream getCurrentStream(DeviceIndex) { return {}; }
} // namespace accelerator
} // namespace stable
namespace headeronly {
using at::ScalarType;
using c10::BFloat16;
using c10::Half;
using IntHeaderOnlyArrayRef = at::IntArrayRef;
using at::DefaultPtrTraits;
using at::RestrictPtrTraits;
constexpr auto kCUDA = at::kCUDA, kCPU = at::kCPU;
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
using HeaderOnlyTensorAccessor = at::TensorAccessor<T, N, P, I>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t>
using HeaderOnlyGenericPackedTensorAccessor = at::GenericPackedTensorAccessor<T, N, P, I>;
} // namespace headeronly
namespace autograd { using variable_list = std::vector<Tensor>; struct AutogradContext { template <class T> void save_for_backward(T) {} }; template <class T> void increment_version(T &&) {} }
struct CppFunction {
  template <class... A> CppFunction(A &&...) {}
  static CppFunction makeFallthrough() { return {}; }
  template <class... A> CppFunction &debug(A &&...) { return *this; }
};
template <class... A> CppFunction dispatch(A &&...) { return {}; }
template <class... A> const char *schema(const char *s, A &&...) { return s; }
struct Library { template <class... A> Library &def(A &&...) { return *this; } template <class... A> Library &impl(A &&...) { return *this; } template <class... A> Library &fallback(A &&...) { return *this; } };
template <class... A> std::vector<char> pickle_save(A &&...) { return {}; }
} // namespace torch
namespace pybind11 {
// Values of Python, which are unknown.
struct object {
  object() = default;
  template <class T> object(const T &) {}
  template <class T> object &operator=(const T &) { return *this; }
  template <class T> T cast() const { return T(); }
  template <class T> object operator[](const T &) const { return object(); }
  template <class... A> object operator()(A &&...) const { return object(); }
  template <class... A> object attr(A &&...) const { return object(); }
  bool is_none() const { return false; }
};
struct handle : object { using object::object; };
struct none : object { using object::object; };
struct int_ : object { using object::object; operator long() const { return 0; } };
struct float_ : object { using object::object; operator double() const { return 0; } };
struct str : object { using object::object; operator std::string() const { return ""; } };
struct dict : object { using object::object; };
struct list : object {
  using object::object;
  size_t size() const;
  template <class T> void append(const T &) {}
};
struct tuple : object { using object::object; size_t size() const; };
template <class... A> tuple make_tuple(A &&...) { return tuple(); }
template <class T> object cast(T &&) { return object(); }
struct gil_scoped_release {};
struct gil_scoped_acquire {};
struct module_ {
  template <class... A> module_ &def(A &&...) { return *this; }
  static object import(const char *) { return object(); }
};
using module = module_;
struct arg {
  arg(const char *) {}
  template <class T> arg &operator=(T) { return *this; }
};
template <class... A> struct init {};
template <class... T> struct class_ {
  template <class... A> class_(A &&...) {}
  template <class... A> class_ &def(A &&...) { return *this; }
  template <class... A> class_ &def_readwrite(A &&...) { return *this; }
  template <class... A> class_ &def_readonly(A &&...) { return *this; }
  template <class... A> class_ &def_static(A &&...) { return *this; }
};
template <class... T> struct enum_ {
  template <class... A> enum_(A &&...) {}
  template <class... A> enum_ &value(A &&...) { return *this; }
  enum_ &export_values() { return *this; }
};
template <class F> struct call_guard {};
} // namespace pybind11
namespace py = pybind11;

#include "torch_macros.h"
#endif
