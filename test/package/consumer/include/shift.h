// SPDX-License-Identifier: Apache-2.0
template <typename T>
concept Small = sizeof(T) <= 4;
static_assert(sizeof(WORDS) == 10);

template <Small T> __device__ void shift(T *out, const T *in) {
  __shared__ T s[BLOCK];
  s[threadIdx.x] = in[threadIdx.x];
  // barrier
  out[threadIdx.x] = s[(threadIdx.x + 64) % BLOCK];
}
