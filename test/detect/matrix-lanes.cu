// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// What a warp stores of a fragment belongs to lanes that nobody knows: __syncwarp() comes before
// the tile is read, in whatever order, and before it is stored again.
#include <mma.h>
using namespace nvcuda;
using Sum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__global__ void readByLanesOk(float *out) {
  __shared__ float tile[256];
  Sum s;
  wmma::fill_fragment(s, 1.0f);
  wmma::store_matrix_sync(tile, s, 16, wmma::mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x; i < 256; i += 32)
    out[i] = tile[i];
}

__global__ void readByLanesBad(float *out) {
  __shared__ float tile[256];
  Sum s;
  wmma::fill_fragment(s, 1.0f);
  wmma::store_matrix_sync(tile, s, 16, wmma::mem_row_major); // expect: intra-warp-race
  for (int i = threadIdx.x; i < 256; i += 32)
    out[i] = tile[i];
}

__global__ void loadWhatLanesWroteBad(const float *in, float *out) {
  __shared__ float tile[256];
  for (int i = threadIdx.x; i < 256; i += 32)
    tile[i] = in[i]; // expect: intra-warp-race
  Sum s;
  wmma::load_matrix_sync(s, tile, 16, wmma::mem_row_major);
  wmma::store_matrix_sync(out, s, 16, wmma::mem_row_major);
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 1024);
  readByLanesOk<<<1, 32>>>(out);
  readByLanesBad<<<1, 32>>>(out);
  loadWhatLanesWroteBad<<<1, 32>>>(in, out);
}
