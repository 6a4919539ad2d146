// SPDX-License-Identifier: Apache-2.0
#include "sync.h"

__global__ void wholeBlockOk(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  SYNC(1, 256);
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void readBeforeBad(int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  int v = s[255 - threadIdx.x]; // bug: shared-race
  SYNC(1, 256);
  out[threadIdx.x] = v;
}
__global__ void halvesOk(int *out) {
  __shared__ int s[256];
  int half = threadIdx.x / 128;
  s[threadIdx.x] = threadIdx.x;
  SYNC(1 + half, 128);
  out[threadIdx.x] = s[half * 128 + 127 - threadIdx.x % 128];
}
__global__ void halvesMixBad(int *out) {
  __shared__ int s[256];
  int half = threadIdx.x / 128;
  s[threadIdx.x] = threadIdx.x; // bug: shared-race
  SYNC(1 + half, 128);
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void halvesLoopOk(int *out, int n) {
  __shared__ int s[256];
  int half = threadIdx.x / 128;
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = i;
    SYNC(1 + half, 128);
    out[i * 256 + threadIdx.x] = s[half * 128 + 127 - threadIdx.x % 128];
    SYNC(1 + half, 128);
  }
}
__global__ void halvesLoopBad(int *out, int n) {
  __shared__ int s[256];
  int half = threadIdx.x / 128;
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = i; // bug: shared-race
    SYNC(1 + half, 128);
    out[i * 256 + threadIdx.x] = s[half * 128 + 127 - threadIdx.x % 128];
  }
}
// Two groups of threads on one number.
__global__ void oneNumberBad(int *out) {
  __shared__ int s[256];
  int half = threadIdx.x / 128;
  s[threadIdx.x] = threadIdx.x; // bug: shared-race
  SYNC(1, 128);
  out[threadIdx.x] = s[half * 128 + 127 - threadIdx.x % 128];
}
__global__ void wrongNumberBad() {
  SYNC(16, 256); // bug: named-barrier
}
__global__ void partOfWarpBad() {
  SYNC(1, 40); // bug: named-barrier
}
__global__ void tooManyBad() {
  if (threadIdx.x < 96)
    SYNC(1, 128); // bug: named-barrier
}
__global__ void enoughOk() {
  if (threadIdx.x < 96)
    SYNC(1, 96);
}
__global__ void crossedBad() {
  if (threadIdx.x < 128) {
    SYNC(1, 256); // bug: named-barrier
    SYNC(2, 256);
  } else {
    SYNC(2, 256);
    SYNC(1, 256);
  }
}
__global__ void handOverOk(const int *in, int *out) {
  __shared__ int s[128];
  if (threadIdx.x < 128) {
    s[threadIdx.x] = in[threadIdx.x];
    ARRIVE(1, 256);
  } else {
    SYNC(1, 256);
    out[threadIdx.x] = s[255 - threadIdx.x];
  }
}
__global__ void handOverEarlyBad(const int *in, int *out) {
  __shared__ int s[128];
  if (threadIdx.x < 128) {
    ARRIVE(1, 256);
    s[threadIdx.x] = in[threadIdx.x]; // bug: shared-race
  } else {
    SYNC(1, 256);
    out[threadIdx.x] = s[255 - threadIdx.x];
  }
}
__global__ void ringOk(const int *in, int *out) {
  __shared__ int s[2][128];
  if (threadIdx.x < 128) {
    for (int i = 0; i < 8; ++i) {
      if (i >= 2)
        SYNC(3 + i % 2, 256);
      s[i % 2][threadIdx.x] = in[i * 128 + threadIdx.x];
      ARRIVE(1 + i % 2, 256);
    }
  } else {
    for (int i = 0; i < 8; ++i) {
      SYNC(1 + i % 2, 256);
      out[i * 128 + threadIdx.x - 128] = s[i % 2][255 - threadIdx.x];
      if (i < 6)
        ARRIVE(3 + i % 2, 256);
    }
  }
}
__global__ void ringRefilledBad(const int *in, int *out) {
  __shared__ int s[2][128];
  if (threadIdx.x < 128) {
    for (int i = 0; i < 8; ++i) {
      s[i % 2][threadIdx.x] = in[i * 128 + threadIdx.x]; // bug: shared-race
      ARRIVE(1 + i % 2, 256);
    }
  } else {
    for (int i = 0; i < 8; ++i) {
      SYNC(1 + i % 2, 256);
      out[i * 128 + threadIdx.x - 128] = s[i % 2][255 - threadIdx.x];
    }
  }
}
__global__ void ringReleasedEarlyBad(const int *in, int *out) {
  __shared__ int s[2][128];
  if (threadIdx.x < 128) {
    for (int i = 0; i < 8; ++i) {
      if (i >= 2)
        SYNC(3 + i % 2, 256);
      s[i % 2][threadIdx.x] = in[i * 128 + threadIdx.x]; // bug: shared-race
      ARRIVE(1 + i % 2, 256);
    }
  } else {
    for (int i = 0; i < 8; ++i) {
      SYNC(1 + i % 2, 256);
      if (i < 6)
        ARRIVE(3 + i % 2, 256);
      out[i * 128 + threadIdx.x - 128] = s[i % 2][255 - threadIdx.x];
    }
  }
}
__global__ void ringOneShortBad(const int *in, int *out) {
  __shared__ int s[2][128];
  if (threadIdx.x < 128) {
    for (int i = 0; i < 8; ++i) {
      if (i >= 2)
        SYNC(3 + i % 2, 256); // bug: named-barrier
      s[i % 2][threadIdx.x] = in[i * 128 + threadIdx.x];
      ARRIVE(1 + i % 2, 256);
    }
  } else {
    for (int i = 0; i < 8; ++i) {
      SYNC(1 + i % 2, 256);
      out[i * 128 + threadIdx.x - 128] = s[i % 2][255 - threadIdx.x];
      if (i < 5)
        ARRIVE(3 + i % 2, 256);
    }
  }
}

void launches(const int *in, int *out, int n) {
  wholeBlockOk<<<1, 256>>>(out);
  readBeforeBad<<<1, 256>>>(out);
  halvesOk<<<1, 256>>>(out);
  halvesMixBad<<<1, 256>>>(out);
  halvesLoopOk<<<1, 256>>>(out, n);
  halvesLoopBad<<<1, 256>>>(out, n);
  oneNumberBad<<<1, 256>>>(out);
  wrongNumberBad<<<1, 256>>>();
  partOfWarpBad<<<1, 256>>>();
  tooManyBad<<<1, 256>>>();
  enoughOk<<<1, 256>>>();
  crossedBad<<<1, 256>>>();
  handOverOk<<<1, 256>>>(in, out);
  handOverEarlyBad<<<1, 256>>>(in, out);
  ringOk<<<1, 256>>>(in, out);
  ringRefilledBad<<<1, 256>>>(in, out);
  ringReleasedEarlyBad<<<1, 256>>>(in, out);
  ringOneShortBad<<<1, 256>>>(in, out);
}
