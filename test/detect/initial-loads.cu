// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Two reads of one cell before the first barrier find the same, though the kernel writes the array
// behind it.

/// Row and column of a tile have one corner, which may have changed before the launch or not.
__global__ void cornerUnknown(float *p, int pitch) {
  __shared__ float s[33][33];
  const int t = threadIdx.x;
  if (t < 33)
    s[t][0] = p[t * pitch]; // expect-note: benign-race
  else if (t >= 64 && t < 97)
    s[0][t - 64] = p[t - 64];
  __syncthreads();
  for (int i = t; i < 32 * 32; i += 128)
    p[(i / 32 + 1) * pitch + i % 32 + 1] = s[i / 32][i % 32 + 1] + s[i / 32 + 1][i % 32];
}

/// Different cells.
__global__ void besideBad(float *p) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  if (t < 33)
    s[t] = p[t]; // expect: shared-race, allow: benign-race
  else if (t >= 64 && t < 96)
    s[t - 64] = p[t - 63];
  __syncthreads();
  p[t + 128] = s[t % 32];
}

/// The cell is written between the two reads.
__global__ void laterBad(float *p, float *out) {
  __shared__ float s;
  const int t = threadIdx.x;
  float v = 0;
  if (t == 0)
    v = p[0];
  __syncthreads();
  p[127 - t] = t;
  __syncthreads();
  if (t == 64)
    v = p[0];
  if (t == 0 || t == 64)
    s = v; // expect: shared-race
  __syncthreads();
  out[t] = s;
}
__global__ void soonerBad(float *p, float *out) {
  __shared__ float s;
  const int t = threadIdx.x;
  if (t == 0) {
    s = p[0]; // expect: shared-race
    p[0] = 2;
  }
  if (t == 64)
    s = p[0]; // expect: global-race
  __syncthreads();
  out[t] = s;
  p[t] = t;
}

/// Host code passes one array as two.
__global__ void oneArrayBad(int *p, int *q, int *out) {
  const int t = threadIdx.x, before = p[t];
  if (t < 1000)
    q[t] = before + 1;
  if (p[t] != before)
    out[0] = t; // expect: global-race, allow: intra-warp-race
  __syncthreads();
  p[63 - t] = 3;
}

/// One thread waits until another block has written.
__global__ void waitsUnknown(float *p, volatile int *ready, volatile int *done, float *out) {
  __shared__ float s;
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    if (t == 0) {
      s = p[0];
      __threadfence();
      *ready = 1;
    }
    if (t == 64) {
      while (*done == 0)
        ;
      __threadfence();
      s = p[0];
    }
  }
  __syncthreads();
  if (blockIdx.x == 1 && t == 0) {
    while (*ready == 0)
      ;
    __threadfence();
    p[0] = 1;
    __threadfence();
    *done = 1;
  }
  if (blockIdx.x == 0)
    out[t] = s;
}

void run(float *p, float *out, int pitch, int *ready, int *done, int n) {
  oneArrayBad<<<1, 64>>>(ready, ready, done);
  if (pitch > 32)
    cornerUnknown<<<1, 128>>>(p, pitch);
  besideBad<<<1, 128>>>(p);
  laterBad<<<1, 128>>>(p, out);
  soonerBad<<<1, 128>>>(p, out);
  waitsUnknown<<<2, 128>>>(p, ready, done, out);
}
