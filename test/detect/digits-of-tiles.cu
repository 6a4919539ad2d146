// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Scales of tiles of 64 rows, swizzled within the tile; a block has 128 rows, of 8 threads each.

__device__ int place(int row, int column) {
  int local = row % 64;
  return column / 4 * 256 + column % 4 + local / 16 * 4 + local % 16 * 16;
}

__global__ __launch_bounds__(1024) void tilesOk(unsigned char *out) {
  int row = blockIdx.x * 128 + threadIdx.x / 8;
  out[row / 64 * 512 + place(row, threadIdx.x % 8)] = 1 + threadIdx.x % 4; // allow: uncoalesced-access
}

// A tile has 512 cells.
__global__ __launch_bounds__(1024) void shortTilesBad(unsigned char *out) {
  int row = blockIdx.x * 128 + threadIdx.x / 8;
  out[row / 64 * 256 + place(row, threadIdx.x % 8)] = 1 + threadIdx.x; // expect: global-race; allow: inter-block-race, uncoalesced-access
}

// The row of the upper half of a block is the last one of the tile before.
__global__ __launch_bounds__(1024) void shiftedBad(unsigned char *out) {
  int row = blockIdx.x * 128 + threadIdx.x / 8;
  out[(row + 1) / 64 * 512 + place(row, threadIdx.x % 8)] = 1 + threadIdx.x; // allow: uncoalesced-access
  out[row / 64 * 512 + place(row, threadIdx.x % 8)] = threadIdx.x; // expect: global-race; allow: inter-block-race, uncoalesced-access
}

void launch(unsigned char *out, int n) {
  tilesOk<<<n, 1024>>>(out);
  shortTilesBad<<<n, 1024>>>(out);
  shiftedBad<<<n, 1024>>>(out);
}
