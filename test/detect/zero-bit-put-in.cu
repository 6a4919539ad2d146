// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A zero bit is put into an index at a position that the host gives: two cells of the result are a thread's own.

#define ROTATES(NAME, LOW, HIGH, BIT)                                                                                  \
  __global__ void NAME(float *x, unsigned at, unsigned long long half) {                                               \
    unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;                                                      \
    if (i >= half)                                                                                                     \
      return;                                                                                                          \
    unsigned long long one = (HIGH) + (LOW), other = one + (BIT);                                                      \
    float a = x[one], b = x[other];                                                                                    \
    x[one] = a + b;                                                                                                    \
    x[other] = a - b;                                                                                                  \
  }

ROTATES(maskOk, i & ((1ull << at) - 1), (i >> at) << (at + 1), 1ull << at)
ROTATES(complementOk, i & ~(~0ull << at), (i >> at) << (at + 1), 1ull << at)
ROTATES(timesOk, i & ((1ull << at) - 1), (i >> at) * (2ull << at), 1ull << at)

// The mask keeps a bit that is moved as well.
__global__ void keepsBad(float *x, unsigned at, unsigned long long half) {
  unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= half)
    return;
  unsigned long long one = ((i >> at) << (at + 1)) + (i & ((2ull << at) - 1));
  x[one + (1ull << at)] = x[one]; // expect: global-race inter-block-race
}

// No bit is put in.
__global__ void noRoomBad(float *x, unsigned at, unsigned long long half) {
  unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= half)
    return;
  unsigned long long one = ((i >> at) << at) + (i & ((1ull << at) - 1));
  x[one + (1ull << at)] = x[one]; // expect: inter-block-race
}

// The bit is put in one place and added in another.
__global__ void elsewhereUnknown(float *x, unsigned at, unsigned long long half) {
  unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= half)
    return;
  unsigned long long one = ((i >> at) << (at + 1)) + (i & ((1ull << at) - 1));
  x[one + (2ull << at)] = x[one];
}

void run(float *x, unsigned at, unsigned long long half) {
  maskOk<<<half / 256, 256>>>(x, at, half);
  complementOk<<<half / 256, 256>>>(x, at, half);
  timesOk<<<half / 256, 256>>>(x, at, half);
  keepsBad<<<half / 256, 256>>>(x, at, half);
  noRoomBad<<<half / 256, 256>>>(x, at, half);
  elsewhereUnknown<<<half / 256, 256>>>(x, at, half);
}
