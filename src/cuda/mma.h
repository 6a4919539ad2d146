// SPDX-License-Identifier: Apache-2.0
//
// Warp matrix fragments: loads and stores touch the tile, each lane its share of the elements;
// which lane holds which element is not documented, and not modelled.
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
namespace precision { struct tf32; struct u4; struct s4; struct b1; }
namespace experimental { using namespace precision; enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND }; enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 }; }
using experimental::bmmaBitOp;
using experimental::bmmaBitOpAND;
using experimental::bmmaBitOpXOR;
using experimental::bmmaAccumulateOp;
using experimental::bmmaAccumulateOpPOPC;
template <class T> struct __cudafix_element { typedef T type; enum { per_word = 1 }; };
template <> struct __cudafix_element<precision::tf32> { typedef float type; enum { per_word = 1 }; };
template <> struct __cudafix_element<precision::s4> { typedef int type; enum { per_word = 8 }; };
template <> struct __cudafix_element<precision::u4> { typedef unsigned type; enum { per_word = 8 }; };
template <> struct __cudafix_element<precision::b1> { typedef unsigned type; enum { per_word = 32 }; };
// How many elements a lane holds: its share of the tile, twice that for half, of which two lanes
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
// Where a lane's element stands in memory. Which lane holds which element is not for callers to
// rely on; here neighbouring lanes hold neighbouring elements.
template <class U, int M, int N, int K, class T, class L> __CUDAFIX_D unsigned __cudafix_place(const fragment<U, M, N, K, T, L> &f, int i, unsigned ld, bool columns) {
  constexpr unsigned W = __cudafix_element<T>::per_word;
  constexpr unsigned rows = std::is_same<U, matrix_b>::value ? (K / W) : M, cols = std::is_same<U, matrix_a>::value ? K / W : N;
  unsigned e = (i * 32 + __cudafix_rank_in_warp()) % (rows * cols), side = columns ? rows : cols;
  return e / side * ld + e % side;
}
template <class U, int M, int N, int K, class T, class L, class P>
__CUDAFIX_D void load_matrix_sync(fragment<U, M, N, K, T, L> &f, const P *p, unsigned ld) {
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] = p[__cudafix_place(f, i, ld, std::is_same<L, col_major>::value)];
}
template <class U, int M, int N, int K, class T, class L, class P>
__CUDAFIX_D void load_matrix_sync(fragment<U, M, N, K, T, L> &f, const P *p, unsigned ld, layout_t l) {
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] = p[__cudafix_place(f, i, ld, l == mem_col_major)];
}
template <class U, int M, int N, int K, class T, class L, class P>
__CUDAFIX_D void store_matrix_sync(P *p, const fragment<U, M, N, K, T, L> &f, unsigned ld, layout_t l) {
  for (int i = 0; i < f.num_elements; ++i)
    p[__cudafix_place(f, i, ld, l == mem_col_major)] = f.x[i];
}
template <class U, int M, int N, int K, class T, class L, class V>
__CUDAFIX_D void fill_fragment(fragment<U, M, N, K, T, L> &f, const V &v) {
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] = v;
}
template <class D, class A, class B, class C> __CUDAFIX_D void mma_sync(D &d, const A &a, const B &b, const C &c, bool = false) {
  for (int i = 0; i < d.num_elements; ++i)
    d.x[i] = (float)c.x[i] + (float)a.x[0] * (float)b.x[0];
}
template <class D, class A, class B, class C> __CUDAFIX_D void bmma_sync(D &d, const A &a, const B &b, const C &c, bmmaBitOp = bmmaBitOpXOR, bmmaAccumulateOp = bmmaAccumulateOpPOPC) { mma_sync(d, a, b, c); }
__CUDAFIX_D float __float_to_tf32(float f) { return f; }
} // namespace wmma
} // namespace nvcuda
#endif
