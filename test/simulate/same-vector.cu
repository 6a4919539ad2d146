// SPDX-License-Identifier: Apache-2.0
// Values of more than 8 bytes are compared, too: as vectors, copied as a whole, and filled.
// RUN: %check-simulation %s --grid 1 --block 64

struct Cell {
  float4 value;
  int count;
};

__global__ void sameVector(float4 *out) {
  out[0] = make_float4(1, 2, 3, 4); // expect-note: benign-race
}

__global__ void ownVector(float4 *out) {
  out[0] = make_float4(1, 2, 3, threadIdx.x); // expect-error: intra-warp-race global-race, allow: benign-race
}

__global__ void sameStruct(Cell *out) {
  Cell c = {make_float4(1, 2, 3, 4), 5};
  out[0] = c; // expect-note: benign-race
}

__global__ void ownStruct(Cell *out) {
  Cell c = {make_float4(1, 2, 3, 4), (int)threadIdx.x};
  out[0] = c; // expect-error: intra-warp-race global-race, allow: benign-race
}

__global__ void sameFill(Cell *out) {
  memset(out, 0, sizeof(Cell)); // expect-note: benign-race
}
