// SPDX-License-Identifier: Apache-2.0
//
// Warp matrix fragments: loads and stores access the tile, each lane its share of the elements. The
// documentation does not say which lane holds which element: here neighbouring lanes hold
// neighbouring elements of a row or, for factors that are stored by columns, of a column. The last
// lane holds the first element: programs go through tiles the other way, so that a missing
// __syncwarp() shows.
#ifndef __CUDAFIX_MMA_H
#define __CUDAFIX_MMA_H
#include <cuda_bf16.h>
#include <type_traits>
namespace nvcuda {
namespace wmma {
enum layout_t { mem_row_major, mem_col_major };
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision { struct tf32; }
namespace experimental { namespace precision { struct u4; struct s4; struct b1; } enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND }; enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 }; }
using experimental::bmmaBitOp;
using experimental::bmmaBitOpAND;
using experimental::bmmaBitOpXOR;
using experimental::bmmaAccumulateOp;
using experimental::bmmaAccumulateOpPOPC;
template <class T> struct __cudafix_element { typedef T type; enum { per_word = 1 }; };
template <> struct __cudafix_element<precision::tf32> { typedef float type; enum { per_word = 1 }; };
template <> struct __cudafix_element<experimental::precision::s4> { typedef int type; enum { per_word = 8 }; };
template <> struct __cudafix_element<experimental::precision::u4> { typedef unsigned type; enum { per_word = 8 }; };
template <> struct __cudafix_element<experimental::precision::b1> { typedef unsigned type; enum { per_word = 32 }; };
// The number of elements of a lane: its share of the tile; for half, twice its share, as two lanes
// hold each element (CUDA C++ Programming Guide, "Warp Matrix Functions").
template <class U, int M, int N, int K, class T> struct __cudafix_share { enum { value = M * N / 32 }; };
template <int M, int N, int K, class T> struct __cudafix_share<matrix_a, M, N, K, T> { enum { value = M * K / 32 / __cudafix_element<T>::per_word }; };
template <int M, int N, int K, class T> struct __cudafix_share<matrix_b, M, N, K, T> { enum { value = N * K / 32 / __cudafix_element<T>::per_word }; };
template <int M, int N, int K> struct __cudafix_share<matrix_a, M, N, K, __half> { enum { value = 16 }; };
template <int M, int N, int K> struct __cudafix_share<matrix_b, M, N, K, __half> { enum { value = 16 }; };
template <class U, int M, int N, int K, class T, class L = void> struct __align__(8) fragment {
  typedef typename __cudafix_element<T>::type element_type, storage_element_type, element;
  enum { num_elements = __cudafix_share<U, M, N, K, T>::value < 1 ? 1 : __cudafix_share<U, M, N, K, T>::value, num_storage_elements = num_elements };
  element x[num_elements];
};
__CUDAFIX_D unsigned __cudafix_rank_in_warp() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32; }
// The place of a lane's element in memory.
template <class U, int M, int N, int K, class T, class L> __CUDAFIX_D unsigned __cudafix_place(const fragment<U, M, N, K, T, L> &f, int i, unsigned ld, bool columns) {
  constexpr unsigned W = __cudafix_element<T>::per_word;
  constexpr unsigned rows = std::is_same<U, matrix_b>::value ? (K / W) : M, cols = std::is_same<U, matrix_a>::value ? K / W : N;
  unsigned e = (i * 32 + 31 - __cudafix_rank_in_warp()) % (rows * cols), side = columns ? rows : cols;
  return e / side * ld + e % side;
}
// MatrixType of frontend/ptx/Forms.h; 0: elements of less than a byte, whose products are not
// modelled.
template <class T> struct __cudafix_matrix { enum { type = 0 }; };
template <> struct __cudafix_matrix<__half> { enum { type = 1 }; };
template <> struct __cudafix_matrix<__nv_bfloat16> { enum { type = 2 }; };
template <> struct __cudafix_matrix<precision::tf32> { enum { type = 3 }; };
template <> struct __cudafix_matrix<float> { enum { type = 4 }; };
template <> struct __cudafix_matrix<double> { enum { type = 5 }; };
template <> struct __cudafix_matrix<char> { enum { type = 6 }; };
template <> struct __cudafix_matrix<signed char> { enum { type = 6 }; };
template <> struct __cudafix_matrix<unsigned char> { enum { type = 7 }; };
template <> struct __cudafix_matrix<int> { enum { type = 8 }; };
typedef unsigned __cudafix_words __attribute__((ext_vector_type(8)));
// The numbers that a lane passes and gets when a warp multiplies (a * b + c), or when it changes
// the order of c's elements to or from that of columns. The last operands: shape, types of a, b, c
// and the result, whether a and b are stored by columns, and whether the results of integers
// saturate.
extern "C" __device__ __cudafix_words __cudafix_wmma(__cudafix_words a, __cudafix_words b, __cudafix_words c, int m, int n, int k, int ta, int tb, int tc, int td, bool ca, bool cb, bool saturates);
extern "C" __device__ __cudafix_words __cudafix_wmma_turn(__cudafix_words c, int m, int n, int tc, bool toColumns);
extern "C" __device__ __cudafix_words __cudafix_wmma_of_bits(__cudafix_words a, __cudafix_words b, __cudafix_words c);
// The first `count` elements; those of half that two lanes hold follow them.
template <class F> __CUDAFIX_D __cudafix_words __cudafix_pack(const F &f, unsigned count) {
  __cudafix_words w = 0;
  __builtin_memcpy(&w, f.x, count * sizeof(f.x[0]));
  return w;
}
template <class F> __CUDAFIX_D void __cudafix_unpack(F &f, const __cudafix_words &w) { __builtin_memcpy(f.x, &w, sizeof(f.x)); }
template <int M, int N, int K, class T> __CUDAFIX_D void __cudafix_turn(fragment<accumulator, M, N, K, T> &f, bool toColumns) {
  __cudafix_unpack(f, __cudafix_wmma_turn(__cudafix_pack(f, f.num_elements), M, N, __cudafix_matrix<T>::type, toColumns));
}
template <class U, int M, int N, int K, class T, class L, class P>
__CUDAFIX_D void load_matrix_sync(fragment<U, M, N, K, T, L> &f, const P *p, unsigned ld) {
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] = p[__cudafix_place(f, i, ld, std::is_same<L, col_major>::value)];
}
template <int M, int N, int K, class T, class P>
__CUDAFIX_D void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const P *p, unsigned ld, layout_t l) {
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] = p[__cudafix_place(f, i, ld, l == mem_col_major)];
  if (l == mem_col_major)
    __cudafix_turn(f, false);
}
template <int M, int N, int K, class T, class P>
__CUDAFIX_D void store_matrix_sync(P *p, const fragment<accumulator, M, N, K, T> &f, unsigned ld, layout_t l) {
  fragment<accumulator, M, N, K, T> g = f;
  if (l == mem_col_major)
    __cudafix_turn(g, true);
  for (int i = 0; i < f.num_elements; ++i)
    p[__cudafix_place(f, i, ld, l == mem_col_major)] = g.x[i];
}
template <class U, int M, int N, int K, class T, class L, class V>
__CUDAFIX_D void fill_fragment(fragment<U, M, N, K, T, L> &f, const V &v) {
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] = v;
}
template <int M, int N, int K, class TD, class TA, class LA, class TB, class LB, class TC>
__CUDAFIX_D void mma_sync(fragment<accumulator, M, N, K, TD> &d, const fragment<matrix_a, M, N, K, TA, LA> &a, const fragment<matrix_b, M, N, K, TB, LB> &b, const fragment<accumulator, M, N, K, TC> &c, bool saturates = false) {
  constexpr unsigned W = __cudafix_element<TA>::per_word;
  const __cudafix_words l = __cudafix_pack(a, M * K / W / 32), r = __cudafix_pack(b, K * N / W / 32), s = __cudafix_pack(c, c.num_elements);
  if (W > 1)
    __cudafix_unpack(d, __cudafix_wmma_of_bits(l, r, s));
  else
    __cudafix_unpack(d, __cudafix_wmma(l, r, s, M, N, K, __cudafix_matrix<TA>::type, __cudafix_matrix<TB>::type, __cudafix_matrix<TC>::type, __cudafix_matrix<TD>::type, std::is_same<LA, col_major>::value, std::is_same<LB, col_major>::value, saturates));
}
template <class D, class A, class B, class C> __CUDAFIX_D void bmma_sync(D &d, const A &a, const B &b, const C &c, bmmaBitOp = bmmaBitOpXOR, bmmaAccumulateOp = bmmaAccumulateOpPOPC) { mma_sync(d, a, b, c); }
// Rounds to the nearest number of ten bits of fraction, ties away from zero (PTX ISA, "cvt.rna.tf32.f32").
__CUDAFIX_D float __float_to_tf32(float f) {
  unsigned bits = __float_as_uint(f);
  return (bits & 0x7f800000) == 0x7f800000 ? f : __uint_as_float((bits + 0x1000) & ~0x1fffu);
}
} // namespace wmma
} // namespace nvcuda
#endif
