// SPDX-License-Identifier: Apache-2.0
// A flat index taken apart by three unknown extents and put together again in another order.
__global__ void gate(const float *in, float *out, int outer, int split, int inner) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= outer * split * inner)
    return;
  int inStride = 2 * split * inner, outStride = split * inner;
  int i = index / split / inner, j = index / inner % split, k = index % inner;
  float open = in[i * inStride + (j + split) * inner + k];
  out[i * outStride + j * inner + k] = in[i * inStride + j * inner + k] / (1 + expf(-open));
}

__global__ void toPlanes(const float *in, float *out, int images, int rows, int columns) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < images * rows * columns) {
    int image = index / (rows * columns), rest = index % (rows * columns);
    int row = rest / columns, column = rest % columns;
    out[image * rows * columns + row * columns + column] = in[index] * image;
  }
}
