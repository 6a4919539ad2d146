// SPDX-License-Identifier: Apache-2.0
// A row of threads scans; its last thread keeps the carry that the whole row then reads.
template <int X> __global__ void scanRows(const float *in, float *out, int width, int lim) {
  __shared__ float vals[256];
  __shared__ float carry[256 / X];
  int tx = threadIdx.x, row = threadIdx.y, at = row * X + tx;
  int line = blockIdx.x * (256 / X) + row;
  bool last = tx == X - 1;
  float total = 0;
  for (int k = 0; k < lim; ++k) {
    int col = k * X + tx;
    vals[at] = col < width ? in[line * width + col] : 0;
    __syncthreads();
    for (int off = 1; off < X; off *= 2) {
      float left = tx >= off ? vals[at - off] : 0;
      __syncthreads();
      vals[at] += left;
      __syncthreads();
    }
    float value = vals[at] + total;
    if (col < width)
      out[line * width + col] = value;
    if (last)
      carry[row] = value;
    total = carry[row];
  }
}

void run(const float *in, float *out, int width, int lim) {
  scanRows<128><<<8, dim3(128, 2)>>>(in, out, width, lim);
}
