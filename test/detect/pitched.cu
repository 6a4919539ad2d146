// SPDX-License-Identifier: Apache-2.0
// Rows of a pitch that the caller gives: pitch * (slice * height + row) counts rows, height among
// what conditions hold.
// RUN: %check-findings %s
struct View {
  float *ptr;
  size_t pitch, width, height, depth;
  __device__ float &at(size_t row, size_t col, size_t slice) {
    return *((float *)((char *)ptr + pitch * (slice * height + row)) + col);
  }
};

__global__ void fillOk(View out, float value) {
  size_t row = blockDim.y * blockIdx.y + threadIdx.y, col = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < out.height && col < out.width)
    for (size_t slice = 0; slice < out.depth; ++slice)
      out.at(row, col, slice) = value; // allow: benign-race
}

__global__ void sweepOk(View out, int n) {
  size_t col = blockDim.x * blockIdx.x + threadIdx.x;
  for (int row = 0; row < out.height; ++row)
    if (col < out.width)
      for (int slice = 0; slice < out.depth; ++slice)
        out.at(row, col, slice) += n;
}

// Two rows of threads write one row: in blocks of 16 columns they are of one warp, in blocks of 32
// of two.
__global__ void foldBad(View out) {
  size_t row = blockDim.y * blockIdx.y + threadIdx.y, col = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < out.height && col < out.width)
    for (size_t slice = 0; slice < out.depth; ++slice)
      out.at(row / 2, col, slice) = row; // expect: intra-warp-race; allow: global-race inter-block-race
}
