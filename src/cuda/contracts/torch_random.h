// SPDX-License-Identifier: Apache-2.0
//
// Part of torch.h: generators of random numbers, whose values are unknown.
#ifndef __CUDAFIX_CONTRACT_TORCH_RANDOM_H
#define __CUDAFIX_CONTRACT_TORCH_RANDOM_H
namespace at {
inline uint64_t __cudafix_random(int what) { return __cudafix_tensor_ask(__cudafix_tensor_new(), what); }
struct PhiloxCudaState {
  union Payload {
    uint64_t val;
    int64_t *ptr;
  };
  Payload seed_{}, offset_{};
  uint32_t offset_intragraph_ = 0;
  bool captured_ = false;
  PhiloxCudaState() = default;
  PhiloxCudaState(uint64_t seed, uint64_t offset) { seed_.val = seed, offset_.val = offset; }
};
struct GeneratorImpl {
  std::mutex mutex_;
  uint64_t current_seed() const { return __cudafix_random(20); }
  uint64_t get_offset() const { return __cudafix_random(21); }
  uint64_t seed() { return __cudafix_random(20); }
  void set_current_seed(uint64_t) {}
  void set_offset(uint64_t) {}
  Device device() const { return {}; }
  uint32_t random() { return __cudafix_random(22); }
  uint64_t random64() { return __cudafix_random(22); }
};
struct CPUGeneratorImpl : GeneratorImpl {};
struct CUDAGeneratorImpl : GeneratorImpl {
  PhiloxCudaState philox_cuda_state(uint64_t) { return {__cudafix_random(20), __cudafix_random(21)}; }
  std::pair<uint64_t, uint64_t> philox_engine_inputs(uint64_t) { return {__cudafix_random(20), __cudafix_random(21)}; }
  uint64_t philox_offset_per_thread() const { return __cudafix_random(21); }
  void set_philox_offset_per_thread(uint64_t) {}
};
using CUDAGenerator = CUDAGeneratorImpl;
using CPUGenerator = CPUGeneratorImpl;
struct Generator {
  Generator() = default;
  Generator(std::nullopt_t) {}
  template <class T> T *get() const { static T impl; return &impl; }
  std::mutex &mutex() const { return get<GeneratorImpl>()->mutex_; }
  GeneratorImpl *operator->() const { return get<GeneratorImpl>(); }
  bool defined() const { return __cudafix_random(23); }
  bool has_value() const { return defined(); }
  uint64_t current_seed() const { return __cudafix_random(20); }
  uint64_t seed() const { return __cudafix_random(20); }
  void set_current_seed(uint64_t) const {}
  Device device() const { return {}; }
};
template <class T, class G> T *get_generator_or_default(const G &, const Generator &g) { return g.get<T>(); }
template <class T, class G> T *check_generator(const G &) { return Generator().get<T>(); }
template <class T, class... A> Generator make_generator(A &&...) { return {}; }
inline void manual_seed(uint64_t) {}
namespace detail {
inline const Generator &getDefaultCPUGenerator() { static Generator g; return g; }
inline Generator createCPUGenerator(uint64_t = 0) { return {}; }
} // namespace detail
namespace cuda {
namespace detail {
inline const Generator &getDefaultCUDAGenerator(DeviceIndex = -1) { static Generator g; return g; }
inline Generator createCUDAGenerator(DeviceIndex = -1) { return {}; }
} // namespace detail
namespace philox {
__CUDAFIX_M std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState s) { return {s.seed_.val, s.offset_.val}; }
} // namespace philox
} // namespace cuda
} // namespace at
#endif
