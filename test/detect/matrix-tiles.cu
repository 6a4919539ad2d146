// SPDX-License-Identifier: Apache-2.0
// Warp matrix functions touch their tile and nothing else of the array.
// RUN: %check-findings %s
#include <mma.h>
using namespace nvcuda;
typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> Left;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> Right;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> Sum;

__global__ void tilesOk(const half *a, const half *b, float *c) {
  __shared__ half left[16 * 24], right[16 * 24];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    left[i / 16 * 24 + i % 16] = a[i];
    right[i / 16 * 24 + i % 16] = b[i];
  }
  __syncthreads();
  Left l;
  Right r;
  Sum s;
  wmma::fill_fragment(s, 0.f);
  wmma::load_matrix_sync(l, left, 24);
  wmma::load_matrix_sync(r, right, 24);
  wmma::mma_sync(s, l, r, s);
  if (threadIdx.x < 32)
    wmma::store_matrix_sync(c + blockIdx.x * 256, s, 16, wmma::mem_row_major);
}

__global__ void besideTheTileOk(const half *a, half *out) {
  __shared__ half rows[16 * 24];
  for (int i = threadIdx.x; i < 16 * 16; i += blockDim.x)
    rows[i / 16 * 24 + i % 16] = a[i];
  __syncthreads();
  Left l;
  wmma::load_matrix_sync(l, rows, 24);
  if (threadIdx.x < 16)
    rows[threadIdx.x * 24 + 20] = a[threadIdx.x]; // behind the 16 columns of the tile
  out[blockIdx.x * blockDim.x + threadIdx.x] = l.x[0];
}

__global__ void notStagedBad(const half *a, half *out) {
  __shared__ half tile[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    tile[i] = a[i]; // expect: shared-race
  Left l;
  wmma::load_matrix_sync(l, tile, 16);
  out[blockIdx.x * blockDim.x + threadIdx.x] = l.x[0];
}

void launch(const half *a, const half *b, half *h, float *c) {
  tilesOk<<<4, 64>>>(a, b, c);
  besideTheTileOk<<<4, 64>>>(a, h);
  notStagedBad<<<4, 64>>>(a, h);
}
