// SPDX-License-Identifier: Apache-2.0
// A table of pointers, as batched kernels take it: each entry leads to an object of its own, and
// threads that take one entry share its object.
// RUN: %check-findings %s

struct Piece {
  void *to;
  const void *from;
  unsigned long long bytes;
};
struct Pieces {
  Piece all[16];
};

// One entry for each row of blocks.
__global__ void copyOk(float *const *dst, const float *const *src, const int *len) {
  float *to = dst[blockIdx.y];
  const float *from = src[blockIdx.y];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < len[blockIdx.y]; i += gridDim.x * blockDim.x)
    to[i] = from[i];
}

__global__ void halvesBad(float *const *dst, const float *const *src, int n) {
  float *to = dst[blockIdx.y];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i / 2] = src[blockIdx.y][i]; // expect: intra-warp-race
}

// The table is an argument itself.
__global__ void piecesOk(Pieces p) {
  char *to = (char *)p.all[blockIdx.y].to;
  const char *from = (const char *)p.all[blockIdx.y].from;
  unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
  for (; i < p.all[blockIdx.y].bytes; i += gridDim.x * blockDim.x)
    to[i] = from[i];
}

// Each block takes every so many entries.
__global__ void loopOk(float *const *dst, int n) {
  for (int b = blockIdx.x; b < n; b += gridDim.x)
    dst[b][threadIdx.x] = b;
}

// The entry of the turn before.
__global__ void shiftOk(float *const *dst, int n) {
  float *p = dst[0];
  for (int b = 1; b < n; ++b) {
    p[threadIdx.x + blockIdx.x * blockDim.x] = b;
    p = dst[b];
  }
}

// Blocks 0 and 4 take one entry.
__global__ void foldedBad(float *const *dst) {
  dst[blockIdx.x % 4][threadIdx.x] = blockIdx.x; // expect: inter-block-race
}

// Two turns take one entry.
__global__ void carriedBad(float *const *dst, int n) {
  for (int b = 0; b < n; ++b)
    dst[b / 2][threadIdx.x + (b & 1)] = threadIdx.x * b; // expect: global-race; allow: misaligned-access
}

// What the kernel itself writes into a table is no table of the host's.
__global__ void writtenBad(float **dst) {
  dst[blockIdx.x] = dst[0] + blockIdx.x; // expect: global-race inter-block-race; allow: inter-block-race
  dst[blockIdx.x][threadIdx.x] = 1;
}

// Pointers to what holds pointers may lead anywhere.
struct Node {
  Node *parent;
  int count[256];
};
__global__ void treeUnknown(Node *nodes) { nodes[blockIdx.x].parent->count[threadIdx.x] += 1; }

// The threads of a warp take different entries.
__global__ void scatterUnknown(int *const *where) {
  *where[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; // allow: uncoalesced-access
}
