// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The larger of a float and a number of 16 bits is a float.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T> __global__ void maximaOk(const T *in, float *out, int rows, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float most = in[row * n];
  for (int i = 1; i < n; ++i)
    most = max(most, in[row * n + i]);
  out[row] = min(most, in[row * n]);
}

template <class T> __global__ void pairsOk(const T *in, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = max(in[2 * i], in[2 * i + 1]);
}

// Each thread reads what its neighbour writes.
template <class T> __global__ void pairsBad(T *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = max(x[i], x[i + 1]); // expect: global-race inter-block-race
}

void launch(const half *in, const __nv_bfloat16 *wide, half *x, float *out, int rows, int n) {
  maximaOk<<<(rows + 127) / 128, 128>>>(in, out, rows, n);
  maximaOk<<<(rows + 127) / 128, 128>>>(wide, out, rows, n);
  pairsOk<<<rows, 128>>>(in, x);
  pairsBad<<<rows, 128>>>(x);
}
