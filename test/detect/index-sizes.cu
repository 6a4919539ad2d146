// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// What indices are divided by and multiplied with are sizes: their products do not wrap, and
// none is empty.

typedef unsigned long long u64;

// Digits of a flat index, put together again.
__global__ void digitsOk(const float *in, float *out, u64 batch, u64 rows, u64 cols) {
  u64 flat = (u64)blockDim.x * blockIdx.x + threadIdx.x;
  if (flat >= batch * rows * cols)
    return;
  u64 b = flat / (rows * cols), r = flat / cols % rows, c = flat % cols;
  out[b * rows * cols + r * cols + c] = in[flat];
}

// All columns but the last one of each row.
__global__ void innerOk(const float *in, float *out, u64 rows, u64 cols, u64 planes) {
  u64 all = rows * (cols - 1) * planes;
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += blockDim.x * gridDim.x) {
    u64 at = i % (rows * (cols - 1)) + i / (rows * (cols - 1)) * (rows * cols);
    out[at] = in[at + rows];
  }
}

// A step that is one too short lets two parts overlap, ...
__global__ void shortBad(const float *in, float *out, u64 rows, u64 cols) {
  u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 4 * rows * cols)
    return;
  out[i % (rows * cols) + i / (rows * cols) * (rows * (cols - 1))] = in[i]; // expect: global-race inter-block-race
}

// Rows of four numbers at a time: where a row begins is narrowed behind a shift.
__global__ void quadsOk(float4 *out, const float4 *in, int cols) {
  int quads = cols >> 2, begin = ((long long)blockIdx.x * cols) >> 2;
  for (int i = threadIdx.x; i < quads; i += blockDim.x)
    out[begin + i] = in[begin + i];
}

// ... and a hash wraps.
__global__ void hashUnknown(const float *in, float *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i * 2654435761u % n] = in[i];
}

// The size of an allocation does not wrap either.
__global__ void planeOk(float *out, size_t rows, size_t cols) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < cols;
       i += (size_t)blockDim.x * gridDim.x)
    out[i * rows + rows - 1] = 0;
}

void fill(size_t rows, size_t cols) {
  float *out;
  cudaMalloc(&out, rows * cols * sizeof(float));
  planeOk<<<64, 256>>>(out, rows, cols);
}
