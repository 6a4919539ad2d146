// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --checks=performance
// A tensor that a kernel gets as a struct with an array of strides is taken to be contiguous in its
// last dimension, and in no other.

template <int N> struct Sizes {
  float *data;
  long sizes[N], strides[N];
};

template <int N> struct View : Sizes<N> {
  __device__ float &at(long x) const { return this->data[this->strides[0] * x]; }
  __device__ float &at(long y, long x) const {
    return this->data[this->strides[0] * y + this->strides[1] * x];
  }
};

__global__ void rowOk(View<2> in, View<2> out) {
  long x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < in.sizes[1])
    out.at(blockIdx.y, x) = in.at(blockIdx.y, x);
}

__global__ void lineOk(View<1> in, View<1> out) {
  long x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < in.sizes[0])
    out.at(x) = in.at(x);
}

__global__ void columnBad(View<2> in, View<1> out) {
  long y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < in.sizes[0])
    out.at(y) = in.at(y, 3); // expect: uncoalesced-access
}

// The last size is how long a row is.
__global__ void sizesBad(View<2> in, float *out) {
  long y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < in.sizes[0])
    for (long x = 0; x < in.sizes[1]; ++x)
      out[y] += in.data[y * in.sizes[1] + x]; // expect: uncoalesced-access
}
