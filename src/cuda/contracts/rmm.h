// SPDX-License-Identifier: Apache-2.0
//
// Stands in for a missing RMM: buffers on the device and streams.
#ifndef __CUDAFIX_CONTRACT_RMM_H
#define __CUDAFIX_CONTRACT_RMM_H
#include <cuda.h>
#include <optional>
#include <stdexcept>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
extern "C" void *__cudafix_buffer_new(size_t);
namespace rmm {
struct cuda_stream_view {
  cudaStream_t s{};
  cuda_stream_view() = default;
  cuda_stream_view(cudaStream_t t) : s(t) {}
  cudaStream_t value() const { return s; }
  operator cudaStream_t() const { return s; }
  void synchronize() const { cudaStreamSynchronize(s); }
};
struct cuda_stream { cudaStream_t s{}; cuda_stream_view view() const { return s; } operator cuda_stream_view() const { return s; } };
inline const cuda_stream_view cuda_stream_default{}, cuda_stream_per_thread{};
namespace mr { struct device_memory_resource {}; inline device_memory_resource *get_current_device_resource() { return nullptr; } }
using device_async_resource_ref = mr::device_memory_resource *;
template <class T> class device_uvector {
public:
  using value_type = T;
  using iterator = T *;
  using const_iterator = const T *;
  template <class... A> device_uvector(size_t n, A &&...) : p(static_cast<T *>(__cudafix_buffer_new(n * sizeof(T)))), n(n) {}
  device_uvector(device_uvector &&) = default;
  T *data() { return p; }
  const T *data() const { return p; }
  T *begin() { return p; }
  T *end() { return p + n; }
  const T *begin() const { return p; }
  const T *end() const { return p + n; }
  const T *cbegin() const { return p; }
  const T *cend() const { return p + n; }
  size_t size() const { return n; }
  bool is_empty() const { return !n; }
  T *element_ptr(size_t i) { return p + i; }
  template <class... A> void resize(size_t m, A &&...) { n = m; }
  template <class... A> void reserve(A &&...) {}
  template <class... A> void shrink_to_fit(A &&...) {}
  template <class... A> void set_element_async(A &&...) {}
  template <class... A> void set_element_to_zero_async(A &&...) {}
  template <class... A> T element(A &&...) const { return {}; }
  template <class... A> T front_element(A &&...) const { return {}; }
  template <class... A> T back_element(A &&...) const { return {}; }
  cuda_stream_view stream() const { return {}; }

private:
  T *p;
  size_t n;
};
template <class T> class device_scalar {
public:
  template <class... A> device_scalar(A &&...) : p(static_cast<T *>(__cudafix_buffer_new(sizeof(T)))) {}
  T *data() { return p; }
  const T *data() const { return p; }
  template <class... A> T value(A &&...) const { return {}; }
  template <class... A> void set_value_async(A &&...) {}
  template <class... A> void set_value_to_zero_async(A &&...) {}

private:
  T *p;
};
class device_buffer {
public:
  device_buffer() = default;
  template <class... A> device_buffer(size_t n, A &&...) : p(__cudafix_buffer_new(n)), n(n) {}
  void *data() const { return p; }
  size_t size() const { return n; }
  template <class... A> void resize(size_t m, A &&...) { n = m; }

private:
  void *p = nullptr;
  size_t n = 0;
};
template <class T> using device_vector = thrust::device_vector<T>;
struct exec_policy { template <class... A> exec_policy(A &&...) {} operator decltype(thrust::device)() const { return thrust::device; } const exec_policy *operator->() const { return this; } };
struct exec_policy_nosync : exec_policy { using exec_policy::exec_policy; };
} // namespace rmm
#define RMM_CUDA_TRY(e) ((void)(e))
#define RMM_EXPECTS(c, ...) do { if (!(c)) throw std::runtime_error(""); } while (0)
#endif
