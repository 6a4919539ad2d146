// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization --show=note 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-magic-numbers' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// The host prepares a division: a divisor, a multiplier and a shift. Where they are any numbers, two
// elements may go to one place.

#include <cstdint>

struct Divider {
  uint32_t divisor, multiplier, shift;

  explicit Divider(uint32_t d) : divisor(d), shift(0) {
    while ((1ull << shift) < d)
      ++shift;
    multiplier = uint32_t(((1ull << 32) * ((1ull << shift) - d)) / d + 1);
  }
  __device__ uint32_t quotient(uint32_t n) const {
    return (__umulhi(n, multiplier) + n) >> shift;
  }
  __device__ uint32_t remainder(uint32_t n, uint32_t q) const { return n - q * divisor; }
};

// CHECK-DAG: note: kernel 'transpose' is free if {{.*}}[magic-numbers] 'width.multiplier' and 'width.shift' divide by 'width.divisor'
// WITHOUT: note: not decided for kernel 'transpose': races
__global__ void transpose(float *out, const float *in, Divider width, int height, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    uint32_t y = width.quotient(i), x = width.remainder(i, y);
    out[x * height + y] = in[i];
  }
}

// With another form of the product; rows are longer than what is divided by.
// CHECK-DAG: note: kernel 'padded' is free if {{.*}}[magic-numbers] 'm' and 's' divide by 'd'
// CHECK: 2 kernels: 2 free of races and divergence
// WITHOUT: note: not decided for kernel 'padded': races
__global__ void padded(float *out, const float *in, uint32_t d, uint32_t m, uint32_t s, int stride,
                       int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    uint32_t q = uint32_t((uint64_t(i) * m) >> 32) >> s, r = i - q * d;
    out[q * stride + r] = in[i];
  }
}
