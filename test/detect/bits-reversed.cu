// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The bits of an index in the opposite order are a permutation.

__global__ void apartOk(const unsigned *__restrict__ in, unsigned *__restrict__ out, int bits) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1u << bits)
    out[__brev(i) >> (32 - bits)] = in[i];
}
__global__ void wideOk(unsigned *out) {
  unsigned long long i = threadIdx.x;
  out[__brevll(i) >> 56] = i;
}
__global__ void inPlaceBad(const unsigned *in, unsigned *out, int bits) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1u << bits)
    out[__brev(i) >> (32 - bits)] = in[i]; // expect: global-race inter-block-race
}
__global__ void fewBitsBad(unsigned *out) {
  unsigned i = threadIdx.x;
  out[__brev(i) >> 25] = i; // expect: global-race
}

void run(unsigned *a, unsigned *b, int bits) {
  int n = 1 << bits;
  apartOk<<<(n + 255) / 256, 256>>>(a, b, bits);
  inPlaceBad<<<(n + 255) / 256, 256>>>(a, a, bits);
  wideOk<<<1, 256>>>(a);
  fewBitsBad<<<1, 256>>>(a);
}
