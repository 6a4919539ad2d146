// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// An index that goes through floating point.

__global__ void halfBad(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[(int)(i * 0.5f)] = i; // expect: intra-warp-race
}
__global__ void quarterOfRowBad(int *out) {
  int i = threadIdx.x;
  out[blockIdx.x * 256 + (int)(i / 4.0)] = i; // expect-error: intra-warp-race
}
__global__ void quarterOk(int *out) {
  int i = threadIdx.x * 4;
  out[blockIdx.x * 256 + (int)(i * 0.25f)] = i;
}
__global__ void wholeOk(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[(unsigned)(i * 8 * 0.125)] = i;
}
// Which cells the host's factor picks is not known.
__global__ void scaledUnknown(int *out, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[(int)(i * by)] = i;
}
__global__ void thirdUnknown(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[(int)(i * 0.3f)] = i;
}

void run(int *out, int n) {
  halfBad<<<(n + 255) / 256, 256>>>(out, n);
  quarterOfRowBad<<<8, 256>>>(out);
  quarterOk<<<8, 256>>>(out);
  wholeOk<<<(n + 255) / 256, 256>>>(out, n);
  scaledUnknown<<<(n + 255) / 256, 256>>>(out, n, 2);
  thirdUnknown<<<(n + 255) / 256, 256>>>(out, n);
}
