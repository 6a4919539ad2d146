// SPDX-License-Identifier: Apache-2.0
// The same along the other dimension: the last row keeps the carry of each column.
template <int Y> __global__ void scanColumns(const float *in, float *out, int width, int lim) {
  __shared__ float vals[Y][32];
  __shared__ float carry[32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * 32 + tx;
  bool last = ty == Y - 1;
  float total = 0;
  for (int k = 0; k < lim; ++k) {
    int line = k * Y + ty;
    vals[ty][tx] = col < width ? in[line * width + col] : 0;
    __syncthreads();
    for (int off = 1; off < Y; off *= 2) {
      float above = ty >= off ? vals[ty - off][tx] : 0;
      __syncthreads();
      vals[ty][tx] += above;
      __syncthreads();
    }
    float value = vals[ty][tx] + total;
    if (col < width)
      out[line * width + col] = value;
    if (last)
      carry[tx] = value;
    total = carry[tx];
  }
}

void run(const float *in, float *out, int width, int lim) {
  scanColumns<8><<<16, dim3(32, 8)>>>(in, out, width, lim);
}
