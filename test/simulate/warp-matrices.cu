// SPDX-License-Identifier: Apache-2.0
// REQUIRES: landlock
// RUN: %cuda-fix simulate --run-program --arch sm_90 %s | FileCheck %s
// RUN: not %cuda-fix simulate --run-program --arch sm_90 -DBITS %s 2>&1 | FileCheck %s --check-prefix=BITS
#include <cstdio>
#include <mma.h>

using namespace nvcuda;

// Small numbers, so that no form rounds.
__host__ __device__ int a(int row, int k) { return (row * 3 + k * 5) % 7; }
__host__ __device__ int b(int k, int column) { return (k * 2 + column) % 5; }
__host__ __device__ int c(int row, int column) { return row + column % 4; }

template <int M, int N, int K, class Factor, class T, class Sum, class Rows, class Columns>
__global__ void multiply(wmma::layout_t from, wmma::layout_t to, int *wrong) {
  __shared__ __align__(32) T left[M * K], right[K * N];
  __shared__ __align__(32) Sum sum[M * N];
  constexpr bool leftColumns = std::is_same<Rows, wmma::col_major>::value;
  constexpr bool rightColumns = std::is_same<Columns, wmma::col_major>::value;
  for (int i = threadIdx.x; i < M * K; i += 32)
    left[leftColumns ? i % K * M + i / K : i] = T(float(a(i / K, i % K)));
  for (int i = threadIdx.x; i < K * N; i += 32)
    right[rightColumns ? i % N * K + i / N : i] = T(float(b(i / N, i % N)));
  for (int i = threadIdx.x; i < M * N; i += 32)
    sum[from == wmma::mem_col_major ? i % N * M + i / N : i] = Sum(float(c(i / N, i % N)));
  __syncwarp();
  wmma::fragment<wmma::matrix_a, M, N, K, Factor, Rows> l;
  wmma::fragment<wmma::matrix_b, M, N, K, Factor, Columns> r;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> s;
  wmma::load_matrix_sync(l, left, leftColumns ? M : K);
  wmma::load_matrix_sync(r, right, rightColumns ? K : N);
  wmma::load_matrix_sync(s, sum, from == wmma::mem_col_major ? M : N, from);
  for (int i = 0; i < l.num_elements; ++i)
    l.x[i] = l.x[i] + l.x[i];
  wmma::mma_sync(s, l, r, s);
  __syncwarp();
  wmma::store_matrix_sync(sum, s, to == wmma::mem_col_major ? M : N, to);
  __syncwarp();
  for (int i = threadIdx.x; i < M * N; i += 32) {
    int row = i / N, column = i % N, expected = c(row, column);
    for (int k = 0; k < K; ++k)
      expected += 2 * a(row, k) * b(k, column);
    if (float(sum[to == wmma::mem_col_major ? column * M + row : i]) != expected)
      atomicAdd(wrong, 1);
  }
}

int *wrong;
template <int M, int N, int K, class Factor, class T, class Sum, class Rows, class Columns> void layouts() {
  for (auto from : {wmma::mem_row_major, wmma::mem_col_major})
    for (auto to : {wmma::mem_row_major, wmma::mem_col_major})
      multiply<M, N, K, Factor, T, Sum, Rows, Columns><<<1, 32>>>(from, to, wrong);
}
template <int M, int N, int K, class Factor, class T, class Sum> void run(const char *what) {
  *wrong = 0;
  layouts<M, N, K, Factor, T, Sum, wmma::row_major, wmma::col_major>();
  layouts<M, N, K, Factor, T, Sum, wmma::col_major, wmma::row_major>();
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s %dx%dx%d: %d wrong, %s\n", what, M, N, K, *wrong, cudaGetErrorName(error));
}

// Elements of four bits are not multiplied.
// BITS: not supported: a product of matrices with elements of less than a byte
__global__ void nibbles(int *out) {
  wmma::fragment<wmma::matrix_a, 8, 8, 32, wmma::experimental::precision::s4, wmma::row_major> l;
  wmma::fragment<wmma::matrix_b, 8, 8, 32, wmma::experimental::precision::s4, wmma::col_major> r;
  wmma::fragment<wmma::accumulator, 8, 8, 32, int> s;
  wmma::fill_fragment(s, 0);
  wmma::load_matrix_sync(l, out, 32);
  wmma::load_matrix_sync(r, out, 32);
  wmma::mma_sync(s, l, r, s);
  wmma::store_matrix_sync(out + 64, s, 8, wmma::mem_row_major);
}

int main() {
  cudaMallocManaged(&wrong, 4096);
#ifdef BITS
  nibbles<<<1, 32>>>(wrong);
  return cudaDeviceSynchronize() != cudaSuccess;
#endif
  // CHECK: half 16x16x16: 0 wrong, cudaSuccess
  run<16, 16, 16, half, half, float>("half");
  // CHECK-NEXT: half 32x8x16: 0 wrong, cudaSuccess
  run<32, 8, 16, half, half, float>("half");
  // CHECK-NEXT: half 8x32x16: 0 wrong, cudaSuccess
  run<8, 32, 16, half, half, float>("half");
  // CHECK-NEXT: sums of half 16x16x16: 0 wrong, cudaSuccess
  run<16, 16, 16, half, half, half>("sums of half");
  // CHECK-NEXT: bfloat 16x16x16: 0 wrong, cudaSuccess
  run<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float>("bfloat");
  // CHECK-NEXT: tf32 16x16x8: 0 wrong, cudaSuccess
  run<16, 16, 8, wmma::precision::tf32, float, float>("tf32");
  // CHECK-NEXT: bytes 16x16x16: 0 wrong, cudaSuccess
  run<16, 16, 16, signed char, signed char, int>("bytes");
  // CHECK-NEXT: bytes 32x8x16: 0 wrong, cudaSuccess
  run<32, 8, 16, unsigned char, unsigned char, int>("bytes");
  // CHECK-NEXT: double 8x8x4: 0 wrong, cudaSuccess
  run<8, 8, 4, double, double, double>("double");
}
