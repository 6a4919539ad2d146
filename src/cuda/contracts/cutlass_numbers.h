// SPDX-License-Identifier: Apache-2.0
//
// Part of cutlass.h: number types, their limits and their sizes in bits.
#ifndef __CUDAFIX_CONTRACT_CUTLASS_NUMBERS_H
#define __CUDAFIX_CONTRACT_CUTLASS_NUMBERS_H

namespace cutlass {
namespace platform {
using std::aligned_storage;
using std::alignment_of;
using std::bool_constant;
using std::conditional;
using std::conditional_t;
using std::decay;
using std::enable_if;
using std::enable_if_t;
using std::false_type;
using std::integral_constant;
using std::is_arithmetic;
using std::is_base_of;
using std::is_floating_point;
using std::is_integral;
using std::is_pointer;
using std::is_same;
using std::is_same_v;
using std::is_signed;
using std::is_trivially_copyable;
using std::is_unsigned;
using std::is_void;
using std::remove_const;
using std::remove_cv;
using std::remove_pointer;
using std::remove_reference;
using std::true_type;
using std::unique_ptr;
template <class T> struct numeric_limits : std::numeric_limits<T> {};
template <class T> __CUDAFIX_HD constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> __CUDAFIX_HD constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> __CUDAFIX_HD void swap(T &a, T &b) { T c = a; a = b; b = c; }
} // namespace platform

template <int Bits, bool Signed = true> struct integer_subbyte {
  static constexpr int kBits = Bits;
  static constexpr bool kSigned = Signed;
  using Storage = uint8_t;
  using xint_t = std::conditional_t<Signed, int, unsigned>;
  static constexpr Storage bits_mask_ = Storage(0xff >> (8 - Bits)), sign_mask_ = Storage(Signed << (Bits - 1));
  Storage storage;
  integer_subbyte() = default;
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
  __CUDAFIX_M constexpr integer_subbyte(T v) : storage(Storage(Storage(int(v)) & bits_mask_)) {}
  __CUDAFIX_M constexpr operator xint_t() const {
    return sign_mask_ & storage ? xint_t(storage) | ~xint_t(bits_mask_) : xint_t(storage);
  }
  __CUDAFIX_M constexpr bool operator==(integer_subbyte o) const { return storage == o.storage; }
  __CUDAFIX_M constexpr bool operator!=(integer_subbyte o) const { return storage != o.storage; }
  __CUDAFIX_M constexpr bool operator<(integer_subbyte o) const { return xint_t(*this) < xint_t(o); }
  __CUDAFIX_M constexpr bool operator>(integer_subbyte o) const { return xint_t(*this) > xint_t(o); }
  __CUDAFIX_M constexpr bool operator<=(integer_subbyte o) const { return xint_t(*this) <= xint_t(o); }
  __CUDAFIX_M constexpr bool operator>=(integer_subbyte o) const { return xint_t(*this) >= xint_t(o); }
};
using bin1_t = bool;
using uint1b_t = integer_subbyte<1, false>;
using int2b_t = integer_subbyte<2, true>;
using uint2b_t = integer_subbyte<2, false>;
using int4b_t = integer_subbyte<4, true>;
using uint4b_t = integer_subbyte<4, false>;
using int6b_t = integer_subbyte<6, true>;
using uint6b_t = integer_subbyte<6, false>;
struct alignas(16) uint128_t {
  struct hilo { uint64_t lo, hi; };
  hilo hilo_;
  uint128_t() = default;
  __CUDAFIX_M uint128_t(uint64_t lo, uint64_t hi = 0) : hilo_{lo, hi} {}
};

template <class T> struct sizeof_bits { static constexpr int value = int(sizeof(T) * 8); };
template <class T> struct sizeof_bits<const T> : sizeof_bits<T> {};
template <class T> struct sizeof_bits<volatile T> : sizeof_bits<T> {};
template <class T> struct sizeof_bits<const volatile T> : sizeof_bits<T> {};
template <> struct sizeof_bits<void> { static constexpr int value = 0; };
template <> struct sizeof_bits<bool> { static constexpr int value = 1; };
template <int Bits, bool Signed> struct sizeof_bits<integer_subbyte<Bits, Signed>> { static constexpr int value = Bits; };
template <class T> constexpr int sizeof_bits_v = sizeof_bits<T>::value;
template <class T> struct is_subbyte { static constexpr bool value = sizeof_bits<T>::value < 8; };
template <class R = int> __CUDAFIX_HD constexpr R bits_to_bytes(R bits) { return (bits + R(7)) / R(8); }
template <class T> __CUDAFIX_HD constexpr auto bytes_to_bits(T bytes) { return bytes * 8; }

// Common to the floating-point types, each of which computes with a float.
#define __CUDAFIX_CUTLASS_NUMBER(N)                                                               \
  N() = default;                                                                                  \
  __CUDAFIX_M explicit N(float f) : storage(bits(f)) {}                                           \
  __CUDAFIX_M explicit N(double d) : N(float(d)) {}                                               \
  __CUDAFIX_M explicit N(int i) : N(float(i)) {}                                                  \
  __CUDAFIX_M explicit N(unsigned i) : N(float(i)) {}                                             \
  __CUDAFIX_M explicit N(long i) : N(float(i)) {}                                                 \
  __CUDAFIX_M explicit N(long long i) : N(float(i)) {}                                            \
  __CUDAFIX_M explicit operator double() const { return float(*this); }                           \
  __CUDAFIX_M explicit operator int() const { return int(float(*this)); }                         \
  __CUDAFIX_M explicit operator bool() const { return float(*this) != 0; }                        \
  __CUDAFIX_M static N bitcast(Storage x) { N n; n.storage = x; return n; }                       \
  __CUDAFIX_M static N convert(const float &f) { return N(f); }                                   \
  __CUDAFIX_M static float convert(const N &n) { return float(n); }                               \
  __CUDAFIX_M Storage &raw() { return storage; }                                                  \
  __CUDAFIX_M Storage raw() const { return storage; }                                             \
  __CUDAFIX_M bool signbit() const { return storage >> (sizeof(Storage) * 8 - 1); }
struct alignas(2) half_t {
  using Storage = uint16_t;
  Storage storage;
  __CUDAFIX_M static Storage bits(float f) { return __builtin_bit_cast(Storage, (_Float16)f); }
  __CUDAFIX_CUTLASS_NUMBER(half_t)
  __CUDAFIX_M explicit half_t(const __half &h) : storage(__builtin_bit_cast(Storage, h)) {}
  __CUDAFIX_M half_t &operator=(const __half &h) { storage = __builtin_bit_cast(Storage, h); return *this; }
  __CUDAFIX_M operator float() const { return (float)__builtin_bit_cast(_Float16, storage); }
  __CUDAFIX_M __half to_half() const { __half h; __builtin_memcpy(&h, &storage, 2); return h; }
};
struct alignas(2) bfloat16_t {
  using Storage = uint16_t;
  Storage storage;
  __CUDAFIX_M static Storage bits(float f) { return __builtin_bit_cast(Storage, (__bf16)f); }
  __CUDAFIX_CUTLASS_NUMBER(bfloat16_t)
  __CUDAFIX_M explicit bfloat16_t(const __nv_bfloat16 &h) : storage(__builtin_bit_cast(Storage, h)) {}
  __CUDAFIX_M bfloat16_t &operator=(const __nv_bfloat16 &h) { storage = __builtin_bit_cast(Storage, h); return *this; }
  __CUDAFIX_M operator float() const { return (float)__builtin_bit_cast(__bf16, storage); }
  __CUDAFIX_M __nv_bfloat16 to_nv_bfloat16() const { __nv_bfloat16 h; __builtin_memcpy(&h, &storage, 2); return h; }
};
struct alignas(4) tfloat32_t {
  using Storage = uint32_t;
  Storage storage;
  __CUDAFIX_M static Storage bits(float f) { return (__builtin_bit_cast(Storage, f) + 0x1000u) & 0xffffe000u; }
  __CUDAFIX_CUTLASS_NUMBER(tfloat32_t)
  __CUDAFIX_M operator float() const { return __builtin_bit_cast(float, storage & 0xffffe000u); }
};
struct alignas(1) float_e5m2_t {
  using Storage = uint8_t;
  Storage storage;
  __CUDAFIX_M static Storage bits(float f) {
    unsigned h = half_t::bits(f), up = h + 0x7f + (h >> 8 & 1);
    return Storage((up & 0x7fff) >= 0x7c00 ? (h >> 8 & 0x80) | 0x7b : up >> 8);
  }
  __CUDAFIX_CUTLASS_NUMBER(float_e5m2_t)
  __CUDAFIX_M operator float() const { return half_t::bitcast(uint16_t(storage << 8)); }
  __CUDAFIX_M explicit float_e5m2_t(half_t h) : float_e5m2_t(float(h)) {}
};
struct alignas(1) float_e4m3_t {
  using Storage = uint8_t;
  Storage storage;
  /// Rounds to nearest, after scaling so that a float's exponent has the bias of this type.
  __CUDAFIX_M static Storage bits(float f) {
    unsigned sign = __builtin_bit_cast(unsigned, f) >> 24 & 0x80;
    unsigned x = __builtin_bit_cast(unsigned, (f < 0 ? -f : f) * 0x1p-120f);
    x = (x + 0x7ffff + (x >> 20 & 1)) >> 20;
    return Storage(sign | (x > 0x7e ? 0x7e : x));
  }
  __CUDAFIX_CUTLASS_NUMBER(float_e4m3_t)
  __CUDAFIX_M operator float() const {
    float f = __builtin_bit_cast(float, unsigned(storage & 0x7f) << 20) * 0x1p120f;
    return storage & 0x80 ? -f : f;
  }
  __CUDAFIX_M explicit float_e4m3_t(half_t h) : float_e4m3_t(float(h)) {}
};
#undef __CUDAFIX_CUTLASS_NUMBER
#define __CUDAFIX_CUTLASS_OPERATOR(N, OP)                                                         \
  __CUDAFIX_HD N operator OP(N a, N b) { return N(float(a) OP float(b)); }                        \
  __CUDAFIX_HD N &operator OP##=(N &a, N b) { return a = a OP b; }                                \
  __CUDAFIX_HD N &operator OP##=(N &a, float b) { return a = N(float(a) OP b); }
#define __CUDAFIX_CUTLASS_COMPARE(N, OP)                                                          \
  __CUDAFIX_HD bool operator OP(N a, N b) { return float(a) OP float(b); }
#define __CUDAFIX_CUTLASS_OPERATORS(N)                                                            \
  __CUDAFIX_CUTLASS_OPERATOR(N, +) __CUDAFIX_CUTLASS_OPERATOR(N, -)                               \
  __CUDAFIX_CUTLASS_OPERATOR(N, *) __CUDAFIX_CUTLASS_OPERATOR(N, /)                               \
  __CUDAFIX_CUTLASS_COMPARE(N, ==) __CUDAFIX_CUTLASS_COMPARE(N, !=)                               \
  __CUDAFIX_CUTLASS_COMPARE(N, <) __CUDAFIX_CUTLASS_COMPARE(N, >)                                 \
  __CUDAFIX_CUTLASS_COMPARE(N, <=) __CUDAFIX_CUTLASS_COMPARE(N, >=)                               \
  __CUDAFIX_HD N operator-(N a) { return N(-float(a)); }                                          \
  __CUDAFIX_HD N &operator++(N &a) { return a = N(float(a) + 1); }                                \
  __CUDAFIX_HD N &operator--(N &a) { return a = N(float(a) - 1); }                                \
  __CUDAFIX_HD N abs(N a) { float f = a; return N(f < 0 ? -f : f); }                              \
  __CUDAFIX_HD N sqrt(N a) { return N(::sqrtf(float(a))); }                                       \
  __CUDAFIX_HD bool signbit(N a) { return a.signbit(); }                                          \
  __CUDAFIX_HD bool isnan(N a) { return float(a) != float(a); }                                   \
  __CUDAFIX_HD bool isinf(N a) { float f = a; return (f < 0 ? -f : f) == __builtin_huge_valf(); } \
  __CUDAFIX_HD bool isfinite(N a) { return !isnan(a) && !isinf(a); }
__CUDAFIX_CUTLASS_OPERATORS(half_t)
__CUDAFIX_CUTLASS_OPERATORS(bfloat16_t)
__CUDAFIX_CUTLASS_OPERATORS(tfloat32_t)
__CUDAFIX_CUTLASS_OPERATORS(float_e4m3_t)
__CUDAFIX_CUTLASS_OPERATORS(float_e5m2_t)
#undef __CUDAFIX_CUTLASS_OPERATORS
#undef __CUDAFIX_CUTLASS_OPERATOR
#undef __CUDAFIX_CUTLASS_COMPARE
template <class T> __CUDAFIX_HD T abs(const T &v) { return v < T(0) ? -v : v; }
inline namespace literals {
__CUDAFIX_HD half_t operator""_hf(long double v) { return half_t(float(v)); }
__CUDAFIX_HD half_t operator""_hf(unsigned long long v) { return half_t(float(v)); }
__CUDAFIX_HD bfloat16_t operator""_bf16(long double v) { return bfloat16_t(float(v)); }
__CUDAFIX_HD bfloat16_t operator""_bf16(unsigned long long v) { return bfloat16_t(float(v)); }
} // namespace literals

enum class ComplexTransform { kNone, kConjugate };
template <class T> struct complex {
  using value_type = T;
  T _real, _imag;
  complex() = default;
  __CUDAFIX_M complex(T r) : _real(r), _imag(T(0)) {}
  __CUDAFIX_M complex(T r, T i) : _real(r), _imag(i) {}
  template <class A> __CUDAFIX_M explicit complex(const complex<A> &z) : _real(T(z.real())), _imag(T(z.imag())) {}
  __CUDAFIX_M const T &real() const { return _real; }
  __CUDAFIX_M T &real() { return _real; }
  __CUDAFIX_M const T &imag() const { return _imag; }
  __CUDAFIX_M T &imag() { return _imag; }
  __CUDAFIX_M complex operator+(complex o) const { return {_real + o._real, _imag + o._imag}; }
  __CUDAFIX_M complex operator-(complex o) const { return {_real - o._real, _imag - o._imag}; }
  __CUDAFIX_M complex operator-() const { return {-_real, -_imag}; }
  __CUDAFIX_M complex operator*(complex o) const { return {_real * o._real - _imag * o._imag, _real * o._imag + _imag * o._real}; }
  __CUDAFIX_M complex operator*(T s) const { return {_real * s, _imag * s}; }
  __CUDAFIX_M complex operator/(T s) const { return {_real / s, _imag / s}; }
  __CUDAFIX_M complex operator/(complex o) const {
    T n = o._real * o._real + o._imag * o._imag;
    return *this * complex(o._real, -o._imag) / n;
  }
  __CUDAFIX_M complex &operator+=(complex o) { return *this = *this + o; }
  __CUDAFIX_M complex &operator-=(complex o) { return *this = *this - o; }
  __CUDAFIX_M complex &operator*=(complex o) { return *this = *this * o; }
  __CUDAFIX_M bool operator==(complex o) const { return _real == o._real && _imag == o._imag; }
  __CUDAFIX_M bool operator!=(complex o) const { return !(*this == o); }
};
template <class T> __CUDAFIX_HD T real(complex<T> z) { return z.real(); }
template <class T> __CUDAFIX_HD T imag(complex<T> z) { return z.imag(); }
template <class T> __CUDAFIX_HD T norm(complex<T> z) { return z.real() * z.real() + z.imag() * z.imag(); }
template <class T> __CUDAFIX_HD complex<T> conj(complex<T> z) { return {z.real(), -z.imag()}; }
template <class T> struct RealType { using Type = T; };
template <class T> struct RealType<complex<T>> { using Type = T; };
template <class T> struct is_complex { static constexpr bool value = false; };
template <class T> struct is_complex<complex<T>> { static constexpr bool value = true; };
} // namespace cutlass

namespace std {
#define __CUDAFIX_CUTLASS_LIMITS(N, Max, Min, Lowest, Epsilon)                                    \
  template <> struct numeric_limits<cutlass::N> : numeric_limits<float> {                         \
    __CUDAFIX_M static cutlass::N max() { return cutlass::N::bitcast(Max); }                       \
    __CUDAFIX_M static cutlass::N min() { return cutlass::N::bitcast(Min); }                       \
    __CUDAFIX_M static cutlass::N lowest() { return cutlass::N::bitcast(Lowest); }                 \
    __CUDAFIX_M static cutlass::N epsilon() { return cutlass::N::bitcast(Epsilon); }               \
    __CUDAFIX_M static cutlass::N infinity() { return cutlass::N(__builtin_huge_valf()); }         \
    __CUDAFIX_M static cutlass::N quiet_NaN() { return cutlass::N(__builtin_nanf("")); }           \
  };
__CUDAFIX_CUTLASS_LIMITS(half_t, 0x7bff, 0x0400, 0xfbff, 0x1400)
__CUDAFIX_CUTLASS_LIMITS(bfloat16_t, 0x7f7f, 0x0080, 0xff7f, 0x3c00)
__CUDAFIX_CUTLASS_LIMITS(tfloat32_t, 0x7f7fe000u, 0x00800000u, 0xff7fe000u, 0x3a800000u)
__CUDAFIX_CUTLASS_LIMITS(float_e4m3_t, 0x7e, 0x08, 0xfe, 0x20)
__CUDAFIX_CUTLASS_LIMITS(float_e5m2_t, 0x7b, 0x04, 0xfb, 0x34)
#undef __CUDAFIX_CUTLASS_LIMITS
template <int B, bool S> struct numeric_limits<cutlass::integer_subbyte<B, S>> : numeric_limits<int> {
  using T = cutlass::integer_subbyte<B, S>;
  static constexpr bool is_signed = S;
  __CUDAFIX_M static T max() { return T((1 << (B - S)) - 1); }
  __CUDAFIX_M static T min() { return T(S ? -(1 << (B - 1)) : 0); }
  __CUDAFIX_M static T lowest() { return min(); }
};
} // namespace std
#endif
