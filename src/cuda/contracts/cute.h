// SPDX-License-Identifier: Apache-2.0
//
// Part of cutlass.h: compile-time numbers, and the instructions that CuTe wraps. No layouts.
#ifndef __CUDAFIX_CONTRACT_CUTE_H
#define __CUDAFIX_CONTRACT_CUTE_H

namespace cute {
using namespace cutlass::literals;
using cutlass::bfloat16_t;
using cutlass::float_e4m3_t;
using cutlass::float_e5m2_t;
using cutlass::half_t;
using cutlass::is_subbyte;
using cutlass::sizeof_bits;
using cutlass::sizeof_bits_v;
using cutlass::tfloat32_t;
using cutlass::uint128_t;
using int2_t = cutlass::int2b_t;
using int4_t = cutlass::int4b_t;
using uint1_t = cutlass::uint1b_t;
using uint2_t = cutlass::uint2b_t;
using uint4_t = cutlass::uint4b_t;
using std::add_const_t;
using std::conditional;
using std::conditional_t;
using std::decay_t;
using std::declval;
using std::enable_if;
using std::enable_if_t;
using std::forward;
using std::index_sequence;
using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::integer_sequence;
using std::is_base_of;
using std::is_base_of_v;
using std::is_const_v;
using std::is_convertible;
using std::is_convertible_v;
using std::is_empty;
using std::is_empty_v;
using std::is_integral;
using std::is_integral_v;
using std::is_same;
using std::is_same_v;
using std::is_void;
using std::is_void_v;
using std::make_index_sequence;
using std::make_integer_sequence;
using std::move;
using std::remove_const_t;
using std::remove_cv_t;
using std::remove_pointer_t;
using std::remove_reference_t;
using std::size_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;
using std::void_t;
template <class T> using remove_cvref_t = std::remove_cv_t<std::remove_reference_t<T>>;
template <class T> struct remove_cvref { using type = remove_cvref_t<T>; };
template <class T> struct type_identity { using type = T; };
template <int N>
using uint_bit_t = std::conditional_t<N == 1, uint1_t, std::conditional_t<N == 2, uint2_t, std::conditional_t<N == 4, uint4_t,
                   std::conditional_t<N == 8, uint8_t, std::conditional_t<N == 16, uint16_t, std::conditional_t<N == 32, uint32_t,
                   std::conditional_t<N == 64, uint64_t, uint128_t>>>>>>>;
template <int N> using uint_byte_t = uint_bit_t<8 * N>;

template <auto v> struct C {
  using type = C<v>;
  static constexpr auto value = v;
  using value_type = decltype(v);
  __CUDAFIX_M constexpr operator value_type() const noexcept { return v; }
  __CUDAFIX_M constexpr value_type operator()() const noexcept { return v; }
};
template <class T, T v> using constant = C<v>;
template <bool b> using bool_constant = C<b>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;
template <class T, T v> struct integral_constant : C<v> {
  using type = integral_constant<T, v>;
  static constexpr T value = v;
  using value_type = T;
};
template <int v> using Int = C<v>;
template <class T> struct is_static : std::false_type {};
template <auto v> struct is_static<C<v>> : std::true_type {};
template <class T> constexpr bool is_static_v = is_static<remove_cvref_t<T>>::value;
#define __CUDAFIX_CUTE_INT(N) using _##N = Int<N>;
using _m1 = Int<-1>;
__CUDAFIX_CUTE_INT(0) __CUDAFIX_CUTE_INT(1) __CUDAFIX_CUTE_INT(2) __CUDAFIX_CUTE_INT(3) __CUDAFIX_CUTE_INT(4) __CUDAFIX_CUTE_INT(5)
__CUDAFIX_CUTE_INT(6) __CUDAFIX_CUTE_INT(7) __CUDAFIX_CUTE_INT(8) __CUDAFIX_CUTE_INT(9) __CUDAFIX_CUTE_INT(10) __CUDAFIX_CUTE_INT(12)
__CUDAFIX_CUTE_INT(14) __CUDAFIX_CUTE_INT(16) __CUDAFIX_CUTE_INT(24) __CUDAFIX_CUTE_INT(32) __CUDAFIX_CUTE_INT(48) __CUDAFIX_CUTE_INT(64)
__CUDAFIX_CUTE_INT(72) __CUDAFIX_CUTE_INT(80) __CUDAFIX_CUTE_INT(96) __CUDAFIX_CUTE_INT(112) __CUDAFIX_CUTE_INT(128) __CUDAFIX_CUTE_INT(160)
__CUDAFIX_CUTE_INT(192) __CUDAFIX_CUTE_INT(224) __CUDAFIX_CUTE_INT(256) __CUDAFIX_CUTE_INT(384) __CUDAFIX_CUTE_INT(512) __CUDAFIX_CUTE_INT(768)
__CUDAFIX_CUTE_INT(1024) __CUDAFIX_CUTE_INT(2048) __CUDAFIX_CUTE_INT(4096) __CUDAFIX_CUTE_INT(8192)
#undef __CUDAFIX_CUTE_INT
#define __CUDAFIX_CUTE_UNARY(OP) template <auto a> __CUDAFIX_HD constexpr C<(OP a)> operator OP(C<a>) { return {}; }
#define __CUDAFIX_CUTE_BINARY(OP) template <auto a, auto b> __CUDAFIX_HD constexpr C<(a OP b)> operator OP(C<a>, C<b>) { return {}; }
__CUDAFIX_CUTE_UNARY(+) __CUDAFIX_CUTE_UNARY(-) __CUDAFIX_CUTE_UNARY(~) __CUDAFIX_CUTE_UNARY(!)
__CUDAFIX_CUTE_BINARY(+) __CUDAFIX_CUTE_BINARY(-) __CUDAFIX_CUTE_BINARY(*) __CUDAFIX_CUTE_BINARY(/) __CUDAFIX_CUTE_BINARY(%)
__CUDAFIX_CUTE_BINARY(&) __CUDAFIX_CUTE_BINARY(|) __CUDAFIX_CUTE_BINARY(^) __CUDAFIX_CUTE_BINARY(<<) __CUDAFIX_CUTE_BINARY(>>)
__CUDAFIX_CUTE_BINARY(&&) __CUDAFIX_CUTE_BINARY(||) __CUDAFIX_CUTE_BINARY(==) __CUDAFIX_CUTE_BINARY(!=)
__CUDAFIX_CUTE_BINARY(<) __CUDAFIX_CUTE_BINARY(>) __CUDAFIX_CUTE_BINARY(<=) __CUDAFIX_CUTE_BINARY(>=)
#undef __CUDAFIX_CUTE_UNARY
#undef __CUDAFIX_CUTE_BINARY

#define __CUDAFIX_CUTE_NUMBERS class A, class B, class = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>
template <__CUDAFIX_CUTE_NUMBERS> __CUDAFIX_HD constexpr auto max(A a, B b) { return a < b ? b : a; }
template <__CUDAFIX_CUTE_NUMBERS> __CUDAFIX_HD constexpr auto min(A a, B b) { return b < a ? b : a; }
template <__CUDAFIX_CUTE_NUMBERS> __CUDAFIX_HD constexpr auto ceil_div(A a, B b) { return (a + b - 1) / b; }
template <__CUDAFIX_CUTE_NUMBERS> __CUDAFIX_HD constexpr auto round_up(A a, B b) { return (a + b - 1) / b * b; }
template <__CUDAFIX_CUTE_NUMBERS> __CUDAFIX_HD constexpr auto gcd(A a, B b) { return cutlass::gcd<std::common_type_t<A, B>>(a, b); }
template <__CUDAFIX_CUTE_NUMBERS> __CUDAFIX_HD constexpr auto lcm(A a, B b) { return cutlass::lcm<std::common_type_t<A, B>>(a, b); }
#define __CUDAFIX_CUTE_STATIC(NAME)                                                               \
  template <auto a, auto b> __CUDAFIX_HD constexpr C<NAME(a, b)> NAME(C<a>, C<b>) { return {}; }  \
  template <class A, auto b, class = std::enable_if_t<std::is_arithmetic_v<A>>> __CUDAFIX_HD constexpr auto NAME(A a, C<b>) { return NAME(a, b); } \
  template <auto a, class B, class = std::enable_if_t<std::is_arithmetic_v<B>>> __CUDAFIX_HD constexpr auto NAME(C<a>, B b) { return NAME(a, b); }
__CUDAFIX_CUTE_STATIC(max) __CUDAFIX_CUTE_STATIC(min) __CUDAFIX_CUTE_STATIC(ceil_div)
__CUDAFIX_CUTE_STATIC(round_up) __CUDAFIX_CUTE_STATIC(gcd) __CUDAFIX_CUTE_STATIC(lcm)
#undef __CUDAFIX_CUTE_STATIC
#undef __CUDAFIX_CUTE_NUMBERS
template <class T> __CUDAFIX_HD constexpr auto abs(T a) -> std::enable_if_t<std::is_arithmetic_v<T>, T> { return a < T(0) ? -a : a; }
template <class T> __CUDAFIX_HD constexpr bool has_single_bit(T x) { return x != 0 && (x & (x - 1)) == 0; }
template <class T> __CUDAFIX_HD void swap(T &a, T &b) { T c = a; a = b; b = c; }

template <class T, size_t N> struct array {
  using element_type = T;
  using value_type = T;
  using size_type = size_t;
  using reference = T &;
  using const_reference = const T &;
  using pointer = T *;
  using iterator = T *;
  using const_iterator = const T *;
  T __elems_[N];
  __CUDAFIX_M constexpr T &operator[](size_t i) { return __elems_[i]; }
  __CUDAFIX_M constexpr const T &operator[](size_t i) const { return __elems_[i]; }
  __CUDAFIX_M constexpr T &front() { return __elems_[0]; }
  __CUDAFIX_M constexpr const T &front() const { return __elems_[0]; }
  __CUDAFIX_M constexpr T &back() { return __elems_[N - 1]; }
  __CUDAFIX_M constexpr const T &back() const { return __elems_[N - 1]; }
  __CUDAFIX_M constexpr T *data() { return __elems_; }
  __CUDAFIX_M constexpr const T *data() const { return __elems_; }
  __CUDAFIX_M constexpr T *begin() { return __elems_; }
  __CUDAFIX_M constexpr const T *begin() const { return __elems_; }
  __CUDAFIX_M constexpr T *end() { return __elems_ + N; }
  __CUDAFIX_M constexpr const T *end() const { return __elems_ + N; }
  __CUDAFIX_M static constexpr size_t size() { return N; }
  __CUDAFIX_M static constexpr bool empty() { return !N; }
  __CUDAFIX_M constexpr void fill(const T &v) { for (size_t i = 0; i < N; ++i) __elems_[i] = v; }
  __CUDAFIX_M constexpr void clear() { fill(T(0)); }
};
template <class T, size_t N, size_t Alignment = 16> struct alignas(Alignment) array_aligned : array<T, N> {};
template <class T, size_t N> __CUDAFIX_HD constexpr void fill(array<T, N> &a, const T &v) { a.fill(v); }
template <class T, size_t N> __CUDAFIX_HD constexpr void clear(array<T, N> &a) { a.clear(); }
template <size_t Alignment, class Tag = void> struct alignas(Alignment) aligned_struct {};

// Pairs of numbers at once.
__CUDAFIX_HD void add(float2 &d, const float2 &a, const float2 &b) { d = make_float2(a.x + b.x, a.y + b.y); }
__CUDAFIX_HD void mul(float2 &d, const float2 &a, const float2 &b) { d = make_float2(a.x * b.x, a.y * b.y); }
__CUDAFIX_HD void fma(float2 &d, const float2 &a, const float2 &b, const float2 &c) { d = make_float2(a.x * b.x + c.x, a.y * b.y + c.y); }

// Clusters and lanes.
__CUDAFIX_D uint32_t cast_smem_ptr_to_uint(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__CUDAFIX_D bool thread(unsigned t = 0, unsigned b = 0) {
  return threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y == t &&
         blockIdx.x + blockIdx.y * gridDim.x + blockIdx.z * gridDim.x * gridDim.y == b;
}
__CUDAFIX_D bool thread0() { return cutlass::thread0(); }
__CUDAFIX_D bool block(unsigned b) { return blockIdx.x + blockIdx.y * gridDim.x + blockIdx.z * gridDim.x * gridDim.y == b; }
__CUDAFIX_D bool block0() { return block(0); }
__CUDAFIX_D uint32_t elect_one_sync() {
  uint32_t elected, lane;
  asm volatile("{\n.reg .pred p;\nelect.sync %0|p, %2;\nselp.b32 %1, 1, 0, p;\n}" : "=r"(lane), "=r"(elected) : "r"(0xffffffff));
  return elected;
}
__CUDAFIX_D void cluster_arrive_relaxed() { asm volatile("barrier.cluster.arrive.relaxed.aligned;"); }
__CUDAFIX_D void cluster_arrive() { asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); }
__CUDAFIX_D void cluster_wait() { asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); }
__CUDAFIX_D void cluster_sync() { cluster_arrive(); cluster_wait(); }
#define __CUDAFIX_CUTE_REGISTER(NAME, REGISTER)                                                   \
  __CUDAFIX_D dim3 NAME() {                                                                       \
    uint32_t x, y, z;                                                                             \
    asm volatile("mov.u32 %0, %%" REGISTER ".x;" : "=r"(x));                                       \
    asm volatile("mov.u32 %0, %%" REGISTER ".y;" : "=r"(y));                                       \
    asm volatile("mov.u32 %0, %%" REGISTER ".z;" : "=r"(z));                                       \
    return dim3(x, y, z);                                                                         \
  }
__CUDAFIX_CUTE_REGISTER(cluster_grid_dims, "nclusterid")
__CUDAFIX_CUTE_REGISTER(cluster_id_in_grid, "clusterid")
__CUDAFIX_CUTE_REGISTER(block_id_in_cluster, "cluster_ctaid")
__CUDAFIX_CUTE_REGISTER(cluster_shape, "cluster_nctaid")
#undef __CUDAFIX_CUTE_REGISTER
__CUDAFIX_D uint32_t block_rank_in_cluster() {
  uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__CUDAFIX_D uint32_t set_block_rank(uint32_t address, uint32_t rank) {
  uint32_t there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}

// Copies that one thread starts and other threads wait for.
using TmaDescriptor = CUtensorMap;
using Im2ColTmaDescriptor = CUtensorMap;
namespace TMA {
enum class CacheHintSm90 : uint64_t { EVICT_NORMAL = 0x1000000000000000, EVICT_FIRST = 0x12F0000000000000, EVICT_LAST = 0x14F0000000000000 };
using CacheHintSm100 = CacheHintSm90;
} // namespace TMA
__CUDAFIX_D void prefetch_tma_descriptor(const TmaDescriptor *) {}
__CUDAFIX_D void tma_store_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__CUDAFIX_D void tma_store_arrive() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __CUDAFIX_D void tma_store_wait() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
/// Places in the tensor are not modelled: one coordinate stands for all.
struct SM90_TMA_LOAD {
  struct PREFETCH {
    template <class... At> __CUDAFIX_DM static void copy(const void *, At...) {}
  };
  template <class... At> __CUDAFIX_DM static void copy(const void *map, uint64_t *bar, uint64_t, void *to, int32_t, const At &...) {
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];" ::"r"(cast_smem_ptr_to_uint(to)), "l"(map), "r"(0), "r"(cast_smem_ptr_to_uint(bar)) : "memory");
  }
  template <class... At> __CUDAFIX_DM static void copy(const void *map, uint64_t &bar, void *to, int32_t x, const At &...at) { copy(map, &bar, uint64_t(0), to, x, at...); }
};
struct SM90_TMA_LOAD_MULTICAST {
  template <class... At> __CUDAFIX_DM static void copy(const void *map, uint64_t *bar, uint16_t blocks, uint64_t, void *to, int32_t, const At &...) {
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2}], [%3], %4;" ::"r"(cast_smem_ptr_to_uint(to)), "l"(map), "r"(0), "r"(cast_smem_ptr_to_uint(bar)), "h"(blocks) : "memory");
  }
  template <class... At> __CUDAFIX_DM static void copy(const void *map, uint64_t &bar, uint16_t blocks, void *to, int32_t x, const At &...at) { copy(map, &bar, blocks, uint64_t(0), to, x, at...); }
};
struct SM90_TMA_STORE {
  template <class... At> __CUDAFIX_DM static void copy(const void *map, const void *from, int32_t, const At &...) {
    asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%0, {%1}], [%2];" ::"l"(map), "r"(0), "r"(cast_smem_ptr_to_uint(from)) : "memory");
  }
};
struct SM90_TMA_REDUCE_ADD {
  template <class... At> __CUDAFIX_DM static void copy(const void *map, const void *from, int32_t, const At &...) {
    asm volatile("cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [%0, {%1}], [%2];" ::"l"(map), "r"(0), "r"(cast_smem_ptr_to_uint(from)) : "memory");
  }
};
#define __CUDAFIX_CUTE_DIMENSIONS(NAME)                                                           \
  struct NAME##_1D : NAME {}; struct NAME##_2D : NAME {}; struct NAME##_3D : NAME {};             \
  struct NAME##_4D : NAME {}; struct NAME##_5D : NAME {};
__CUDAFIX_CUTE_DIMENSIONS(SM90_TMA_LOAD)
__CUDAFIX_CUTE_DIMENSIONS(SM90_TMA_LOAD_MULTICAST)
__CUDAFIX_CUTE_DIMENSIONS(SM90_TMA_STORE)
__CUDAFIX_CUTE_DIMENSIONS(SM90_TMA_REDUCE_ADD)
#undef __CUDAFIX_CUTE_DIMENSIONS
struct SM90_BULK_COPY_G2S {
  __CUDAFIX_DM static void copy(const void *from, uint64_t *bar, void *to, int32_t bytes) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(cast_smem_ptr_to_uint(to)), "l"(from), "r"(bytes), "r"(cast_smem_ptr_to_uint(bar)) : "memory");
  }
};
struct SM90_BULK_COPY_S2G {
  __CUDAFIX_DM static void copy(const void *from, void *to, int32_t bytes) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(cast_smem_ptr_to_uint(from)), "r"(bytes) : "memory");
  }
};
using cutlass::arch::cp_async_fence;
using cutlass::arch::cp_async_wait;
template <class S, class D = S> struct SM80_CP_ASYNC_CACHEALWAYS {
  using SRegisters = S[1];
  using DRegisters = D[1];
  __CUDAFIX_DM static void copy(const S &from, D &to) { cutlass::arch::cp_async<sizeof(S)>(&to, &from); }
};
template <class S, class D = S> struct SM80_CP_ASYNC_CACHEGLOBAL : SM80_CP_ASYNC_CACHEALWAYS<S, D> {};
template <class S, class D = S> struct SM80_CP_ASYNC_CACHEALWAYS_ZFILL {
  __CUDAFIX_DM static void copy(const S &from, D &to, bool guard) { cutlass::arch::cp_async_zfill<sizeof(S)>(&to, &from, guard); }
};
template <class S, class D = S> struct SM80_CP_ASYNC_CACHEGLOBAL_ZFILL : SM80_CP_ASYNC_CACHEALWAYS_ZFILL<S, D> {};

// Matrices of 8 x 8 numbers between shared memory and registers.
#define __CUDAFIX_CUTE_MATRICES(LOAD, STORE, COUNT, FORM, PARAMETERS, OUTPUTS, INPUTS, LIST, AT, LIST1) \
  struct LOAD {                                                                                   \
    __CUDAFIX_DM static void copy(const uint128_t &from, PARAMETERS(uint32_t &)) {                 \
      asm volatile("ldmatrix.sync.aligned." COUNT FORM ".m8n8.shared.b16 {" LIST "}, [" AT "];" : OUTPUTS : "r"(cast_smem_ptr_to_uint(&from)) : "memory"); \
    }                                                                                             \
  };                                                                                              \
  struct STORE {                                                                                  \
    __CUDAFIX_DM static void copy(PARAMETERS(const uint32_t &), uint128_t &to) {                   \
      asm volatile("stmatrix.sync.aligned." COUNT FORM ".m8n8.shared.b16 [%0], {" LIST1 "};" ::"r"(cast_smem_ptr_to_uint(&to)), INPUTS : "memory"); \
    }                                                                                             \
  };
#define __CUDAFIX_CUTE_1(T) T a
#define __CUDAFIX_CUTE_2(T) T a, T b
#define __CUDAFIX_CUTE_4(T) T a, T b, T c, T d
#define __CUDAFIX_CUTE_FORMS(COUNT, LOAD, STORE, FORM)                                            \
  __CUDAFIX_CUTE_MATRICES_##COUNT(LOAD, STORE, FORM)
#define __CUDAFIX_CUTE_MATRICES_1(L, S, F) __CUDAFIX_CUTE_MATRICES(L, S, "x1", F, __CUDAFIX_CUTE_1, "=r"(a), "r"(a), "%0", "%1", "%1")
#define __CUDAFIX_COMMA ,
#define __CUDAFIX_CUTE_MATRICES_2(L, S, F) __CUDAFIX_CUTE_MATRICES(L, S, "x2", F, __CUDAFIX_CUTE_2, "=r"(a) __CUDAFIX_COMMA "=r"(b), "r"(a) __CUDAFIX_COMMA "r"(b), "%0, %1", "%2", "%1, %2")
#define __CUDAFIX_CUTE_MATRICES_4(L, S, F) __CUDAFIX_CUTE_MATRICES(L, S, "x4", F, __CUDAFIX_CUTE_4, "=r"(a) __CUDAFIX_COMMA "=r"(b) __CUDAFIX_COMMA "=r"(c) __CUDAFIX_COMMA "=r"(d), "r"(a) __CUDAFIX_COMMA "r"(b) __CUDAFIX_COMMA "r"(c) __CUDAFIX_COMMA "r"(d), "%0, %1, %2, %3", "%4", "%1, %2, %3, %4")
__CUDAFIX_CUTE_FORMS(1, SM75_U32x1_LDSM_N, SM90_U32x1_STSM_N, "")
__CUDAFIX_CUTE_FORMS(2, SM75_U32x2_LDSM_N, SM90_U32x2_STSM_N, "")
__CUDAFIX_CUTE_FORMS(4, SM75_U32x4_LDSM_N, SM90_U32x4_STSM_N, "")
__CUDAFIX_CUTE_FORMS(1, SM75_U16x2_LDSM_T, SM90_U16x2_STSM_T, ".trans")
__CUDAFIX_CUTE_FORMS(2, SM75_U16x4_LDSM_T, SM90_U16x4_STSM_T, ".trans")
__CUDAFIX_CUTE_FORMS(4, SM75_U16x8_LDSM_T, SM90_U16x8_STSM_T, ".trans")
#undef __CUDAFIX_CUTE_FORMS
#undef __CUDAFIX_CUTE_MATRICES
#undef __CUDAFIX_CUTE_MATRICES_1
#undef __CUDAFIX_CUTE_MATRICES_2
#undef __CUDAFIX_CUTE_MATRICES_4
#undef __CUDAFIX_CUTE_1
#undef __CUDAFIX_CUTE_2
#undef __CUDAFIX_CUTE_4
#undef __CUDAFIX_COMMA

// Products of a group of warps.
__CUDAFIX_D void warpgroup_arrive() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__CUDAFIX_D void warpgroup_commit_batch() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N> __CUDAFIX_D void warpgroup_wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory"); }
__CUDAFIX_D void warpgroup_fence_operand(uint32_t &) {}
__CUDAFIX_D void warpgroup_fence_operand(float &) {}
namespace GMMA {
enum class Major { K = 0, MN = 1 };
enum class ScaleOut { Zero = 0, One = 1 };
enum class ScaleIn { Neg = -1, One = 1 };
enum class SparseSel { Zero = 0, One = 1 };
enum class LayoutType : uint8_t { INTERLEAVE = 0, B128 = 1, B64 = 2, B32 = 3 };
} // namespace GMMA
union GmmaDescriptor {
  uint64_t desc_;
  uint32_t reg32_[2];
  uint16_t reg16_[4];
  struct {
    uint16_t start_address_ : 14, : 2;
    uint16_t leading_byte_offset_ : 14, : 2;
    uint16_t stride_byte_offset_ : 14, : 2;
    uint8_t : 1, base_offset_ : 3, : 4;
    uint8_t : 6, layout_type_ : 2;
  } bitfield;
  __CUDAFIX_M constexpr operator uint64_t() const noexcept { return desc_; }
};
} // namespace cute
#endif
