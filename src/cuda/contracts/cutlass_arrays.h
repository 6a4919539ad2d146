// SPDX-License-Identifier: Apache-2.0
//
// Part of cutlass.h: arrays in registers, and functions on numbers and on arrays of them.
#ifndef __CUDAFIX_CONTRACT_CUTLASS_ARRAYS_H
#define __CUDAFIX_CONTRACT_CUTLASS_ARRAYS_H

namespace cutlass {
template <class T, int N, bool RegisterSized = sizeof_bits<T>::value >= 32> struct Array;

#define __CUDAFIX_CUTLASS_ARRAY                                                                   \
  using Element = T;                                                                              \
  using value_type = T;                                                                           \
  using size_type = size_t;                                                                       \
  using difference_type = ptrdiff_t;                                                              \
  static constexpr size_t kElements = N;                                                          \
  __CUDAFIX_M static constexpr size_t size() { return N; }                                         \
  __CUDAFIX_M static constexpr size_t max_size() { return N; }                                     \
  __CUDAFIX_M static constexpr bool empty() { return !N; }                                         \
  __CUDAFIX_M void clear() { for (size_t i = 0; i < kStorageElements; ++i) storage[i] = Storage(0); } \
  __CUDAFIX_M Storage *raw_data() { return storage; }                                              \
  __CUDAFIX_M const Storage *raw_data() const { return storage; }                                  \
  __CUDAFIX_M decltype(auto) at(size_t i) { return (*this)[i]; }                                   \
  __CUDAFIX_M decltype(auto) at(size_t i) const { return (*this)[i]; }                             \
  __CUDAFIX_M decltype(auto) front() { return (*this)[0]; }                                        \
  __CUDAFIX_M decltype(auto) front() const { return (*this)[0]; }                                  \
  __CUDAFIX_M decltype(auto) back() { return (*this)[N - 1]; }                                     \
  __CUDAFIX_M decltype(auto) back() const { return (*this)[N - 1]; }
template <class T, int N> struct __cudafix_whole_array {
  using Storage = T;
  using reference = T &;
  using const_reference = const T &;
  using pointer = T *;
  using const_pointer = const T *;
  using iterator = T *;
  using const_iterator = const T *;
  static constexpr size_t kStorageElements = N;
  T storage[N];
  __CUDAFIX_CUTLASS_ARRAY
  __CUDAFIX_M void fill(const T &v) { for (int i = 0; i < N; ++i) storage[i] = v; }
  __CUDAFIX_M T &operator[](size_t i) { return storage[i]; }
  __CUDAFIX_M const T &operator[](size_t i) const { return storage[i]; }
  __CUDAFIX_M T *data() { return storage; }
  __CUDAFIX_M const T *data() const { return storage; }
  __CUDAFIX_M T *begin() { return storage; }
  __CUDAFIX_M const T *begin() const { return storage; }
  __CUDAFIX_M const T *cbegin() const { return storage; }
  __CUDAFIX_M T *end() { return storage + N; }
  __CUDAFIX_M const T *end() const { return storage + N; }
  __CUDAFIX_M const T *cend() const { return storage + N; }
};
/// Elements of less than 32 bits are in larger words: a thread that writes one also rewrites its
/// neighbours.
template <class T, int N> struct __cudafix_packed_array {
  static constexpr int kBits = sizeof_bits<T>::value, kSizeBits = kBits * N;
  using Storage = std::conditional_t<kSizeBits % 32 == 0, uint32_t, std::conditional_t<kSizeBits % 16 == 0, uint16_t, uint8_t>>;
  static constexpr int kElementsPerStoredItem = int(sizeof(Storage)) * 8 / kBits;
  static constexpr size_t kStorageElements = (N + kElementsPerStoredItem - 1) / kElementsPerStoredItem;
  static constexpr uint32_t kMask = (1u << kBits) - 1;
  Storage storage[kStorageElements];
  using pointer = T *;
  using const_pointer = const T *;
#define __CUDAFIX_CUTLASS_REFERENCE                                                               \
  int shift;                                                                                      \
  __CUDAFIX_M T get() const {                                                                      \
    T v;                                                                                          \
    const uint32_t bits = *at >> shift & kMask;                                                   \
    __builtin_memcpy(&v, &bits, sizeof(T));                                                       \
    return v;                                                                                     \
  }                                                                                               \
  __CUDAFIX_M operator T() const { return get(); }                                                 \
  __CUDAFIX_M explicit operator int() const { return int(get()); }                                 \
  __CUDAFIX_M explicit operator float() const { return float(get()); }
  struct const_reference {
    const Storage *at;
    __CUDAFIX_CUTLASS_REFERENCE
  };
  struct reference {
    Storage *at;
    __CUDAFIX_CUTLASS_REFERENCE
    __CUDAFIX_M reference &operator=(const T &v) {
      uint32_t bits = 0;
      __builtin_memcpy(&bits, &v, sizeof(T));
      *at = Storage((*at & ~(kMask << shift)) | (bits & kMask) << shift);
      return *this;
    }
    __CUDAFIX_M reference &operator=(const reference &r) { return *this = r.get(); }
    __CUDAFIX_M reference &operator=(const const_reference &r) { return *this = r.get(); }
    __CUDAFIX_M operator const_reference() const { return {at, shift}; }
  };
#undef __CUDAFIX_CUTLASS_REFERENCE
  __CUDAFIX_CUTLASS_ARRAY
  __CUDAFIX_M void fill(const T &v) { for (int i = 0; i < N; ++i) (*this)[i] = v; }
  __CUDAFIX_M reference operator[](size_t i) {
    return {storage + i / kElementsPerStoredItem, int(i % kElementsPerStoredItem) * kBits};
  }
  __CUDAFIX_M const_reference operator[](size_t i) const {
    return {storage + i / kElementsPerStoredItem, int(i % kElementsPerStoredItem) * kBits};
  }
  __CUDAFIX_M T *data() { return reinterpret_cast<T *>(storage); }
  __CUDAFIX_M const T *data() const { return reinterpret_cast<const T *>(storage); }
};
#undef __CUDAFIX_CUTLASS_ARRAY
template <class T, int N> struct Array<T, N, true> : __cudafix_whole_array<T, N> {};
template <class T, int N> struct Array<T, N, false> : __cudafix_packed_array<T, N> {};
template <class T, int N, bool R> struct sizeof_bits<Array<T, N, R>> { static constexpr int value = int(sizeof(Array<T, N, R>)) * 8; };
template <class T, int N, int Alignment = (sizeof_bits<T>::value * N + 7) / 8>
class alignas(Alignment) AlignedArray : public Array<T, N> {};
template <class T, int N, int Align = 16> struct AlignedBuffer {
  using Storage = uint8_t;
  using value_type = T;
  using pointer = T *;
  using const_pointer = const T *;
  static constexpr int kCount = N, kAlign = Align, kBytes = (sizeof_bits<T>::value * N + 7) / 8;
  alignas(Align) Storage storage[kBytes];
  __CUDAFIX_M T *data() { return reinterpret_cast<T *>(storage); }
  __CUDAFIX_M const T *data() const { return reinterpret_cast<const T *>(storage); }
  __CUDAFIX_M Storage *raw_data() { return storage; }
  __CUDAFIX_M const Storage *raw_data() const { return storage; }
  __CUDAFIX_M static constexpr size_t size() { return N; }
};
template <class T> __CUDAFIX_HD Array<T, 1> make_Array(T a) { Array<T, 1> r; r[0] = a; return r; }
template <class T> __CUDAFIX_HD Array<T, 2> make_Array(T a, T b) { Array<T, 2> r; r[0] = a, r[1] = b; return r; }
template <class T> __CUDAFIX_HD Array<T, 4> make_Array(T a, T b, T c, T d) { Array<T, 4> r; r[0] = a, r[1] = b, r[2] = c, r[3] = d; return r; }

#define __CUDAFIX_CUTLASS_BINARY(NAME, VALUE)                                                     \
  template <class T> struct NAME {                                                                \
    __CUDAFIX_M T operator()(T a, const T &b) const { return VALUE; }                              \
  };                                                                                              \
  template <class T, int N> struct NAME<Array<T, N>> {                                            \
    __CUDAFIX_M Array<T, N> operator()(const Array<T, N> &a, const Array<T, N> &b) const {         \
      NAME<T> each;                                                                               \
      Array<T, N> r;                                                                              \
      for (int i = 0; i < N; ++i) r[i] = each(a[i], b[i]);                                        \
      return r;                                                                                   \
    }                                                                                             \
    __CUDAFIX_M Array<T, N> operator()(const Array<T, N> &a, const T &b) const {                   \
      Array<T, N> c;                                                                              \
      c.fill(b);                                                                                  \
      return (*this)(a, c);                                                                       \
    }                                                                                             \
    __CUDAFIX_M Array<T, N> operator()(const T &a, const Array<T, N> &b) const {                   \
      Array<T, N> c;                                                                              \
      c.fill(a);                                                                                  \
      return (*this)(c, b);                                                                       \
    }                                                                                             \
  };
__CUDAFIX_CUTLASS_BINARY(plus, T(a + b))
__CUDAFIX_CUTLASS_BINARY(minus, T(a - b))
__CUDAFIX_CUTLASS_BINARY(multiplies, T(a * b))
__CUDAFIX_CUTLASS_BINARY(divides, T(a / b))
__CUDAFIX_CUTLASS_BINARY(bit_and, T(a & b))
__CUDAFIX_CUTLASS_BINARY(bit_or, T(a | b))
__CUDAFIX_CUTLASS_BINARY(bit_xor, T(a ^ b))
#define __CUDAFIX_CUTLASS_EXTREME(NAME, OP)                                                       \
  template <class T, bool PropagateNaN = false> struct NAME {                                     \
    __CUDAFIX_M T operator()(const T &a, const T &b) const { return a OP b ? a : b; }              \
  };                                                                                              \
  template <class T, int N, bool P> struct NAME<Array<T, N>, P> {                                 \
    __CUDAFIX_M Array<T, N> operator()(const Array<T, N> &a, const Array<T, N> &b) const {         \
      Array<T, N> r;                                                                              \
      for (int i = 0; i < N; ++i) r[i] = NAME<T, P>()(a[i], b[i]);                                \
      return r;                                                                                   \
    }                                                                                             \
    __CUDAFIX_M Array<T, N> operator()(const Array<T, N> &a, const T &b) const {                   \
      Array<T, N> r;                                                                              \
      for (int i = 0; i < N; ++i) r[i] = NAME<T, P>()(a[i], b);                                   \
      return r;                                                                                   \
    }                                                                                             \
  };
__CUDAFIX_CUTLASS_EXTREME(maximum, >)
__CUDAFIX_CUTLASS_EXTREME(minimum, <)
template <class T> using maximum_with_nan_propagation = maximum<T, true>;
template <class T> using minimum_with_nan_propagation = minimum<T, true>;
#define __CUDAFIX_CUTLASS_UNARY(NAME, VALUE)                                                      \
  template <class T> struct NAME {                                                                \
    __CUDAFIX_M T operator()(const T &a) const { return VALUE; }                                   \
  };                                                                                              \
  template <class T, int N> struct NAME<Array<T, N>> {                                            \
    __CUDAFIX_M Array<T, N> operator()(const Array<T, N> &a) const {                               \
      Array<T, N> r;                                                                              \
      for (int i = 0; i < N; ++i) r[i] = NAME<T>()(a[i]);                                         \
      return r;                                                                                   \
    }                                                                                             \
  };
__CUDAFIX_CUTLASS_UNARY(negate, T(-a))
__CUDAFIX_CUTLASS_UNARY(square, T(a * a))
__CUDAFIX_CUTLASS_UNARY(absolute_value_op, a < T(0) ? T(-a) : a)
__CUDAFIX_CUTLASS_UNARY(bit_not, T(~a))
template <class A, class B = A, class C = A> struct multiply_add {
  __CUDAFIX_M C operator()(const A &a, const B &b, const C &c) const { return C(a) * C(b) + c; }
};
template <class T, int N> struct multiply_add<Array<T, N>, Array<T, N>, Array<T, N>> {
  using Vector = Array<T, N>;
  __CUDAFIX_M Vector operator()(const Vector &a, const Vector &b, const Vector &c) const {
    Vector r;
    for (int i = 0; i < N; ++i) r[i] = multiply_add<T>()(a[i], b[i], c[i]);
    return r;
  }
  __CUDAFIX_M Vector operator()(const Vector &a, const T &b, const Vector &c) const {
    Vector all;
    all.fill(b);
    return (*this)(a, all, c);
  }
  __CUDAFIX_M Vector operator()(const T &a, const Vector &b, const Vector &c) const {
    Vector all;
    all.fill(a);
    return (*this)(all, b, c);
  }
};
#define __CUDAFIX_CUTLASS_OPERATOR(OP, NAME)                                                      \
  template <class T, int N> __CUDAFIX_HD Array<T, N> operator OP(const Array<T, N> &a, const Array<T, N> &b) { return NAME<Array<T, N>>()(a, b); } \
  template <class T, int N> __CUDAFIX_HD Array<T, N> operator OP(const Array<T, N> &a, const T &b) { return NAME<Array<T, N>>()(a, b); } \
  template <class T, int N> __CUDAFIX_HD Array<T, N> operator OP(const T &a, const Array<T, N> &b) { return NAME<Array<T, N>>()(a, b); }
__CUDAFIX_CUTLASS_OPERATOR(+, plus)
__CUDAFIX_CUTLASS_OPERATOR(-, minus)
__CUDAFIX_CUTLASS_OPERATOR(*, multiplies)
__CUDAFIX_CUTLASS_OPERATOR(/, divides)
template <class T, int N> __CUDAFIX_HD Array<T, N> operator-(const Array<T, N> &a) { return negate<Array<T, N>>()(a); }
template <class T, int N> __CUDAFIX_HD Array<T, N> fma(const Array<T, N> &a, const Array<T, N> &b, const Array<T, N> &c) { return multiply_add<Array<T, N>>()(a, b, c); }
#undef __CUDAFIX_CUTLASS_BINARY
#undef __CUDAFIX_CUTLASS_EXTREME
#undef __CUDAFIX_CUTLASS_UNARY
#undef __CUDAFIX_CUTLASS_OPERATOR
template <class T> struct atomic_add {
  __CUDAFIX_M void operator()(T *p, const T &v) {
#ifdef __CUDA_ARCH__
    if constexpr (std::is_same_v<T, half_t>)
      atomicAdd(reinterpret_cast<__half *>(p), v.to_half());
    else if constexpr (std::is_same_v<T, bfloat16_t>)
      atomicAdd(reinterpret_cast<__nv_bfloat16 *>(p), v.to_nv_bfloat16());
    else
      atomicAdd(p, v);
#endif
  }
};

enum class FloatRoundStyle {
  round_indeterminate, round_toward_zero, round_to_nearest, round_to_nearest_satfinite,
  round_toward_infinity, round_toward_neg_infinity, round_half_ulp_truncate, round_half_ulp_trunc_dntz
};
template <class T, class S, FloatRoundStyle Round = FloatRoundStyle::round_to_nearest> struct NumericConverter {
  using result_type = T;
  using source_type = S;
  static constexpr FloatRoundStyle round_style = Round;
  __CUDAFIX_M static T convert(const S &s) {
    if constexpr (std::is_integral_v<T> && std::is_same_v<S, float>) {
      const float f = Round == FloatRoundStyle::round_toward_zero ? ::truncf(s) : ::rintf(s);
      const float lo = float(std::numeric_limits<T>::lowest()), hi = float(std::numeric_limits<T>::max());
      return f <= lo ? std::numeric_limits<T>::lowest() : f >= hi ? std::numeric_limits<T>::max() : T(f);
    } else {
      return static_cast<T>(s);
    }
  }
  __CUDAFIX_M T operator()(const S &s) const { return convert(s); }
};
template <class T, class S> struct NumericConverterClamp {
  using result_type = T;
  using source_type = S;
  __CUDAFIX_M static T convert(const S &s) { return NumericConverter<T, float>::convert(float(s)); }
  __CUDAFIX_M T operator()(const S &s) const { return convert(s); }
};
template <class T, class S, int N, FloatRoundStyle Round = FloatRoundStyle::round_to_nearest> struct NumericArrayConverter {
  using result_type = Array<T, N>;
  using source_type = Array<S, N>;
  static constexpr FloatRoundStyle round_style = Round;
  __CUDAFIX_M static result_type convert(const source_type &s) {
    result_type r;
    for (int i = 0; i < N; ++i) r[i] = NumericConverter<T, S, Round>::convert(s[i]);
    return r;
  }
  __CUDAFIX_M result_type operator()(const source_type &s) const { return convert(s); }
};
template <class T, class S, int N, FloatRoundStyle Round = FloatRoundStyle::round_to_nearest>
using FastNumericArrayConverter = NumericArrayConverter<T, S, N, Round>;
} // namespace cutlass
#endif
