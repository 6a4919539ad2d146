// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Rows that start at a product of blockIdx, which is unsigned, and an int, walked eight elements at
// a time: what bounds the walk says that the int is positive.

struct alignas(32) Eight {
  float v[8];
};

// Elements before the first aligned one, then eight at a time.
__device__ float sumOf(const float *row, int n) {
  float sum = 0;
  int head = (32 - int(reinterpret_cast<unsigned long long>(row) & 31)) % 32 / 4;
  head = min(head, n);
  for (int i = threadIdx.x; i < head; i += blockDim.x)
    sum += row[i];
  row += head;
  const Eight *v = reinterpret_cast<const Eight *>(row);
  for (int i = threadIdx.x; i < (n - head) / 8; i += blockDim.x) {
    Eight x = v[i];
    for (int j = 0; j < 8; ++j)
      sum += x.v[j];
  }
  return sum;
}

template <int TAIL> __device__ void scaleRows(float *out, const float *in, long stride, int n) {
  __shared__ float sums[1024];
  sums[threadIdx.x] = sumOf(in + blockIdx.x * stride, n);
  __syncthreads();
  Eight *to = reinterpret_cast<Eight *>(out + blockIdx.x * n);
  for (int i = threadIdx.x; i < n / 8 + TAIL; i += blockDim.x) {
    Eight x;
    for (int j = 0; j < 8; ++j)
      x.v[j] = sums[(threadIdx.x + j) % blockDim.x];
    to[i] = x; // expect: inter-block-race
  }
}

__global__ void scaleOk(float *out, const float *in, long stride, int n) {
  scaleRows<0>(out, in, stride, n);
}

__global__ void scaleBad(float *out, const float *in, long stride, int n) {
  scaleRows<1>(out, in, stride, n);
}

void scale(float *out, const float *in, long stride, int rows, int n) {
  scaleOk<<<rows, min(n / 8, 256)>>>(out, in, stride, n);
  scaleBad<<<rows, min(n / 8, 256)>>>(out, in, stride, n);
}
