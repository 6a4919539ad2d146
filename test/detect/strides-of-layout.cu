// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Strides that host code picks by the layout of a tensor, as it does the numbers of rows and heads.

struct Tensor {
  long size(int) const;
  long stride(int) const;
};

__device__ float *rowOf(float *out, int batchStride, int rowStride, int headStride) {
  int row = blockIdx.x * 8 + threadIdx.x / 16;
  return out + blockIdx.z * batchStride + blockIdx.y * headStride + row * rowStride;
}

__global__ __launch_bounds__(128) void layoutOk(float *out, int rows, int batchStride, int rowStride, int headStride) {
  if (blockIdx.x * 8 + threadIdx.x / 16 < rows)
    rowOf(out, batchStride, rowStride, headStride)[threadIdx.x % 16] = threadIdx.x;
}

// The row is as long as there are rows of blocks, in one of the layouts.
__global__ __launch_bounds__(128) void countedUnknown(float *out, int rows, int batchStride, int rowStride, int headStride) {
  if (blockIdx.x * 8 + threadIdx.x / 16 < rows)
    rowOf(out, batchStride, rowStride, headStride)[threadIdx.x % 16] = threadIdx.x;
}

// Both threads of a pair have the same coordinates.
__global__ __launch_bounds__(128) void layoutBad(float *out, int rows, int batchStride, int rowStride, int headStride) {
  if (blockIdx.x * 8 + threadIdx.x / 16 < rows)
    rowOf(out, batchStride, rowStride, headStride)[threadIdx.x % 16 / 2] = threadIdx.x; // expect: intra-warp-race
}

void launch(float *out, const Tensor &t, int layout) {
  int rows, heads, rowStride, headStride;
  if (layout == 0) {
    rows = t.size(1), heads = t.size(2);
    rowStride = t.stride(1), headStride = t.stride(2);
  } else {
    rows = t.size(2), heads = t.size(1);
    rowStride = t.stride(2), headStride = t.stride(1);
  }
  dim3 grid((rows + 7) / 8, heads, t.size(0));
  layoutOk<<<grid, 128>>>(out, rows, t.stride(0), rowStride, headStride);
  layoutBad<<<grid, 128>>>(out, rows, t.stride(0), rowStride, headStride);
  countedUnknown<<<grid, 128>>>(out, rows, t.stride(0), layout == 0 ? heads * 16 : rowStride, headStride);
}
