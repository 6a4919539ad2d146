// SPDX-License-Identifier: Apache-2.0
// nvcc takes a dependent template's name without the keyword `template`; where types follow, it
// cannot be anything else.
// RUN: %check-findings %s
template <typename T>
struct Reverse {
  template <typename Index>
  __device__ static T at(const T *s, Index last) {
    return s[last - threadIdx.x]; // expect: shared-race
  }
};

template <typename T>
__device__ void reverse(T *out, const T *s) {
  out[threadIdx.x] = Reverse<T>::at<int>(s, 255);
}

template <typename T>
__global__ void reverseOk(T *out, const T *in) {
  __shared__ T s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  reverse<T>(out, s);
}

template <typename T>
__global__ void reverseBad(T *out, const T *in) {
  __shared__ T s[256];
  s[threadIdx.x] = in[threadIdx.x];
  reverse<T>(out, s);
}

void launch(float *out, const float *in) {
  reverseOk<<<1, 256>>>(out, in);
  reverseBad<<<1, 256>>>(out, in);
}
