// SPDX-License-Identifier: Apache-2.0
//
// Warp matrix fragments: loads and stores touch the tile, each lane its share of the elements;
// which lane holds which element is not documented, and not modelled.
#ifndef __CUDAFIX_MMA_H
#define __CUDAFIX_MMA_H
#include <cuda_bf16.h>
namespace nvcuda {
namespace wmma {
enum layout_t { mem_row_major, mem_col_major };
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision { struct tf32; struct u4; struct s4; struct b1; }
namespace experimental { using namespace precision; }
template <class T> struct __cudafix_element { typedef T type; };
template <> struct __cudafix_element<precision::tf32> { typedef float type; };
template <class U, int M, int N, int K, class T, class L = void> struct fragment {
  typedef typename __cudafix_element<T>::type element;
  enum { num_elements = M * N / 32, num_storage_elements = num_elements };
  element x[num_elements];
};
__CUDAFIX_D unsigned __cudafix_rank_in_warp() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32; }
template <class U, int M, int N, int K, class T, class L, class P>
__CUDAFIX_D void load_matrix_sync(fragment<U, M, N, K, T, L> &f, const P *p, unsigned ld) {
  unsigned l = __cudafix_rank_in_warp();
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] = p[(l / 2) % 16 * ld + i + l % 2 * 8];
}
template <class U, int M, int N, int K, class T, class L, class P>
__CUDAFIX_D void load_matrix_sync(fragment<U, M, N, K, T, L> &f, const P *p, unsigned ld, layout_t) { load_matrix_sync(f, p, ld); }
template <class U, int M, int N, int K, class T, class L, class P>
__CUDAFIX_D void store_matrix_sync(P *p, const fragment<U, M, N, K, T, L> &f, unsigned ld, layout_t) {
  unsigned l = __cudafix_rank_in_warp();
  for (int i = 0; i < f.num_elements; ++i)
    p[(l / 2) % 16 * ld + i + l % 2 * 8] = f.x[i];
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
__CUDAFIX_D float __float_to_tf32(float f) { return f; }
} // namespace wmma
} // namespace nvcuda
#endif
