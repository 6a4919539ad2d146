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
__global__ void thirdsBad(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[(int)(i / 3.f)] = i; // expect: global-race, allow: inter-block-race
}
__global__ void wholeThirdsOk(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[(int)floor(3 * i / 3.f)] = i;
}
// Rounded up, one and two of a row are one.
__global__ void upBad(int *out) {
  int i = threadIdx.x;
  out[blockIdx.x * 256 + (int)ceilf(i / 2.f)] = i; // expect-error: global-race
}
// Rounded down, 0 and 1 apart from -1 and -2.
__global__ void downOk(int *out) {
  int i = 2 * (int)threadIdx.x - 256;
  out[blockIdx.x * 256 + 128 + (int)floor((float)i * 0.5f)] = i;
}
// To zero, -1 and 1 meet.
__global__ void toZeroBad(int *out) {
  int i = (int)threadIdx.x - 128;
  out[blockIdx.x * 256 + 128 + (int)(i * 0.5f)] = i; // expect-error: global-race
}
// The sum that rounds up would wrap.
__global__ void largeBad(int *out) {
  int k = 0x7fffffff - (int)threadIdx.x;
  out[(int)ceil(k / 1024.0)] = threadIdx.x; // expect-error: global-race, allow: intra-warp-race
}
// A divisor that may be negative.
__global__ void dividedUnknown(int *out, int n) {
  int i = threadIdx.x;
  out[64 + (int)floorf((float)i / (float)n)] = i;
}
// Parts of 32, rounded up, and what is left behind the whole parts.
template <int Rounds> __device__ void doubled(int *data, int size) {
  __shared__ int part[128];
  for (int i = threadIdx.x; i < size; i += 32)
    part[i] = data[blockIdx.x * 128 + i];
  __syncwarp();
  const int rounds = Rounds ? ceil((float)size / 32) : floor((float)size / 32);
  for (int r = 0; r < rounds - 1; r++)
    part[r * 32 + threadIdx.x] *= 2;
  const int done = (rounds - Rounds) * 32;
  if (threadIdx.x < size - done)
    part[done + threadIdx.x] *= 2;
  __syncwarp();
  for (int i = threadIdx.x; i < size; i += 32)
    data[blockIdx.x * 128 + i] = part[i];
}
__global__ void upOk(int *data, int size) { doubled<1>(data, size); }
__global__ void downTooOk(int *data, int size) { doubled<0>(data, size); }
// The number of threads as a divisor.
__global__ void turnsOk(int *out, int n) {
  const int turns = ceil(double(n) / blockDim.x);
  const int i = blockIdx.x * turns;
  if (threadIdx.x < turns)
    out[i + threadIdx.x] = n;
}

void run(int *out, int n) {
  halfBad<<<(n + 255) / 256, 256>>>(out, n);
  quarterOfRowBad<<<8, 256>>>(out);
  quarterOk<<<8, 256>>>(out);
  wholeOk<<<(n + 255) / 256, 256>>>(out, n);
  scaledUnknown<<<(n + 255) / 256, 256>>>(out, n, 2);
  thirdUnknown<<<(n + 255) / 256, 256>>>(out, n);
  thirdsBad<<<(n + 255) / 256, 256>>>(out, n);
  wholeThirdsOk<<<(n + 255) / 256, 256>>>(out, n);
  upBad<<<8, 256>>>(out);
  downOk<<<8, 256>>>(out);
  toZeroBad<<<8, 256>>>(out);
  largeBad<<<1, 64>>>(out);
  dividedUnknown<<<1, 64>>>(out, -2);
  upOk<<<8, 32>>>(out, n > 128 ? 128 : n);
  downTooOk<<<8, 32>>>(out, n > 128 ? 128 : n);
  turnsOk<<<8, 256>>>(out, n);
}
