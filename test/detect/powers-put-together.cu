// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Powers of two that a loop puts together: the bits s2 == 2 * s1 - 1 on the way up, and rows that
// start where the rows of the levels before end.
#define UP                                                                                         \
  for (s1 = 1, s2 = 1; s1 < 256; s1 <<= 1) {                                                       \
    s2 |= s1;                                                                                      \
    if ((id & s2) == s2)                                                                           \
      s[id] += s[id - s1];                                                                         \
    __syncthreads();                                                                               \
  }
#define START                                                                                      \
  __shared__ unsigned s[512];                                                                      \
  int id = threadIdx.x, s1, s2;                                                                    \
  s[511 - id] = s[id] = out[id];                                                                   \
  __syncthreads();

__global__ void sweepsOk(unsigned *out) {
  START UP
  for (s1 >>= 2, s2 >>= 1; s1 >= 1; s1 >>= 1, s2 >>= 1) {
    if (id != 255 && (id & s2) == s2)
      s[id + s1] += s[id];
    __syncthreads();
  }
  out[id] = s[id];
}

__global__ void sweepTooFarBad(unsigned *out) {
  START UP
  for (s1 >>= 1, s2 >>= 2; s1 >= 1; s1 >>= 1, s2 >>= 1) {
    if (id != 255 && (id & s2) == s2)
      s[id + s1] += s[id]; // expect: shared-race
    __syncthreads();
  }
  out[id] = s[id];
}

__global__ void sweepNoBarrierBad(unsigned *out) {
  START UP
  for (s1 >>= 2, s2 >>= 1; s1 >= 1; s1 >>= 1, s2 >>= 1)
    if (id != 255 && (id & s2) == s2)
      s[id + s1] += s[id]; // expect: shared-race
  out[id] = s[id];
}

__global__ void levelsDownOk(int *out) {
  int id = threadIdx.x, first = 0;
  for (int d = 128; d > 0; d >>= 1) {
    if (id < d)
      out[first + id] = d;
    first += d;
  }
}

__global__ void levelsDownBad(int *out) {
  int id = threadIdx.x, first = 0;
  for (int d = 128; d > 0; d >>= 1) {
    if (id < d)
      out[first + id] = d; // expect: global-race
    first += d >> 1;
  }
}

__global__ void levelsUpOk(int *out) {
  int id = threadIdx.x, first = 1;
  for (int d = 1; d <= 128;) {
    if (id < d)
      out[first + id] = d;
    d *= 2;
    first |= d;
  }
}

__global__ void levelsUpBad(int *out) {
  int id = threadIdx.x, first = 3;
  for (int d = 1; d <= 128; d *= 2) {
    if (id < 2 * d)
      out[first + id] = d + id; // expect: intra-warp-race
    first ^= d;
  }
}

void run(unsigned *o, int *i) {
  sweepsOk<<<1, 256>>>(o);
  sweepTooFarBad<<<1, 256>>>(o);
  sweepNoBarrierBad<<<1, 256>>>(o);
  levelsDownOk<<<1, 256>>>(i);
  levelsDownBad<<<1, 256>>>(i);
  levelsUpOk<<<1, 256>>>(i);
  levelsUpBad<<<1, 256>>>(i);
}
