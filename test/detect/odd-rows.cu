// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --show possible
//
// Rows of an odd length share a pair at their ends, which small sizes show; it is no more than
// possible, as rows that are read in pairs customarily hold whole ones.

__global__ void pairsBad(short *cells, const short *bias, int width, int height) {
  int at = blockIdx.y * width * height + blockIdx.x * width;
  for (int y = threadIdx.x * 2; y < width; y += blockDim.x * 2) {
    short2 b = ((const short2 *)bias)[y >> 1];
    short2 v = ((short2 *)cells)[(at + y) >> 1]; // expect-warning: inter-block-race
    v.x += b.x;
    v.y += b.y;
    ((short2 *)cells)[(at + y) >> 1] = v; // expect-warning: inter-block-race
  }
}

// One cell at a time, each row has its own.
__global__ void cellsOk(short *cells, const short *bias, int width, int height) {
  int at = blockIdx.y * width * height + blockIdx.x * width;
  for (int y = threadIdx.x; y < width; y += blockDim.x)
    cells[at + y] += bias[y];
}

void add(const short *bias, int width, int height, int batches) {
  short *cells;
  size_t bytes = (size_t)batches * height * width * sizeof(short);
  cudaMalloc(&cells, bytes);
  int threads = width >= 4096 ? 512 : width >= 2048 ? 256 : 128;
  pairsBad<<<dim3(height, batches), threads>>>(cells, bias, width, height);
  cellsOk<<<dim3(height, batches), threads>>>(cells, bias, width, height);
}
