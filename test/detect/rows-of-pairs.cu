// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Rows of an array of pairs start at half of what a row has: the product does not wrap around, though
// it is unsigned and divided.

// Rows of no size in sight: they are as long as the block is wide.
__global__ void addUnknown(float2 *out, const float2 *bias, int n) {
  int at = blockIdx.x * n / 2 + threadIdx.x;
  out[at].x += bias[threadIdx.x].x;
  out[at].y += bias[threadIdx.x].y;
}

__global__ void addShiftedUnknown(float2 *out, const float2 *bias, unsigned n) {
  int at = (blockIdx.x * n >> 1) + threadIdx.x;
  out[at].x += bias[threadIdx.x].x;
}

// Free for sizes that are not negative.
__global__ void addInRowUnknown(float2 *out, const float2 *bias, int n) {
  int at = blockIdx.x * n / 2 + threadIdx.x;
  if (threadIdx.x < n / 2)
    out[at].x += bias[threadIdx.x].x;
}

__global__ void addInRowOk(float4 *out, const float4 *bias, unsigned n) {
  unsigned at = blockIdx.x * n / 4 + threadIdx.x;
  if (threadIdx.x < n / 4)
    out[at].x += bias[threadIdx.x].x;
}

__global__ void addInBlockOk(float2 *out, const float2 *bias, int n) {
  int at = blockIdx.x * n / 2 + threadIdx.x;
  out[at].x += bias[threadIdx.x].x;
}

// As many pairs as a row has numbers.
__global__ void addTwiceBad(float2 *out, const float2 *bias, int n) {
  int at = blockIdx.x * n / 2 + threadIdx.x;
  if (threadIdx.x < n)
    out[at].x += bias[threadIdx.x].x; // expect: inter-block-race
}

__global__ void addTwiceInBlockBad(float2 *out, const float2 *bias, int n) {
  int at = blockIdx.x * n / 2 + threadIdx.x;
  out[at].x += bias[threadIdx.x].x; // expect: inter-block-race
}

// One row for two blocks.
__global__ void addHalvedBad(float2 *out, const float2 *bias, unsigned n) {
  unsigned at = blockIdx.x / 2 * n / 2 + threadIdx.x;
  if (threadIdx.x < n / 2)
    out[at].x += bias[threadIdx.x].x; // expect: inter-block-race
}

// A product of which few bits are kept wraps around.
__global__ void addHashedBad(float *out, const float *in, unsigned seed) {
  unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * seed >> 20;
  out[at] += in[threadIdx.x]; // expect: inter-block-race global-race
}

void launch(float2 *out, const float2 *bias, int rows, int n) {
  if (n % 2 != 0 || n <= 0)
    return;
  addInBlockOk<<<rows, n / 2>>>(out, bias, n);
  addTwiceInBlockBad<<<rows, n>>>(out, bias, n);
}
