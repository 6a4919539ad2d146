// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The host passes strides and sizes apart, and one stride is the product of a size and another one.

__global__ void rotateOk(float *q, int stride, int heads, int size, int half) {
  for (int i = threadIdx.x; i < heads * half; i += blockDim.x) {
    float *at = q + blockIdx.x * stride + i / half * size + i % half;
    const float x = at[0], y = at[half];
    at[0] = x - y;
    at[half] = x + y;
  }
}

// Heads are counted from the first of the block, and each block takes one more than it has.
__global__ void oneMoreBad(float *q, int stride, int heads, int size) {
  for (int h = 0; h <= heads; ++h)
    q[blockIdx.x * stride + h * size + threadIdx.x] += h; // expect: inter-block-race
}

struct Tensor {
  long sizes[4];
  long size(int d) const { return sizes[d]; }
};

void launch(float *q, const Tensor &t, int size) {
  const int heads = t.size(1), half = t.size(2) / 2;
  const int stride = heads * size;
  const int threads = heads * half < 512 ? heads * half : 512;
  rotateOk<<<t.size(0), threads>>>(q, stride, heads, size, half);
  oneMoreBad<<<t.size(0), 128>>>(q, stride, heads, size);
}
