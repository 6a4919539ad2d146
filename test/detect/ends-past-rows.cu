// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// What ends a position in a row by the row's own length says how long the row is: it is no shorter than
// what the threads take of it only by the kernel's mistake.

__global__ void addOk(float *out, const float *bias, int n) {
  int at = blockIdx.x * n + threadIdx.x;
  if (threadIdx.x < n)
    out[at] += bias[threadIdx.x];
}

__global__ void addFartherBad(float *out, const float *bias, int n) {
  int at = blockIdx.x * n + threadIdx.x;
  if (threadIdx.x < n + 2)
    out[at] += bias[threadIdx.x]; // expect: inter-block-race
}

__global__ void addTwiceBad(float2 *out, const float2 *bias, int n) {
  int at = blockIdx.x * (n / 2) + threadIdx.x;
  if (threadIdx.x < n)
    out[at].x += bias[threadIdx.x].x; // expect: inter-block-race
}

__global__ void addShortBad(float *out, const float *bias, int n) {
  int at = blockIdx.x * (n - 1) + threadIdx.x;
  if (threadIdx.x < n)
    out[at] += bias[threadIdx.x]; // expect: inter-block-race
}

// All threads read, and no launch says how many there are: one to a cell of the row.
__global__ void readWholeUnknown(float2 *out, int n) {
  int at = blockIdx.x * (n / 2) + threadIdx.x;
  float2 x = out[at];
  if (threadIdx.x < n / 2)
    out[at] = {x.y, x.x};
}

// Another number ends it: what is added to a row stays in it.
__global__ void addColumnsOk(float *out, const float *bias, int n, int columns) {
  int at = blockIdx.x * n + threadIdx.x;
  if (threadIdx.x < columns)
    out[at] += bias[threadIdx.x];
}
