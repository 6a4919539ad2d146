// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Host code passes half of a row, or a row that positions rounded down to packs are cut into: what
// only races for rows that are no whole number of them is misuse.

/// Even cells of a row go to its first half, odd ones to its second.
__global__ void halvesUnknown(const float *x, float *y, int m, int n, int half) {
  int c = blockDim.x * blockIdx.x + threadIdx.x, r = blockDim.y * blockIdx.y + threadIdx.y;
  if (r < m && c < n)
    y[r * 2 * half + (c & 1 ? half : 0) + c / 2] = x[r * n + c];
}

/// The second half begins too early, whatever the row's length.
__global__ void earlyBad(const float *x, float *y, int m, int n, int half) {
  int c = blockDim.x * blockIdx.x + threadIdx.x, r = blockDim.y * blockIdx.y + threadIdx.y;
  int at = r * 2 * half + (c & 1 ? half - 1 : 0) + c / 2;
  if (r < m && c < n && half > 1)
    y[at] = x[r * n + c]; // expect: intra-warp-race, allow: inter-block-race
}

/// Channels in packs of 32.
__global__ void packsUnknown(const float *in, float *out, int per, int c) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = index % 32, at = index / 32 * 32, chan = at % c, i = at / c;
  if (i < per)
    out[chan * per + i * 32 + lane] = in[(chan + lane) * per + i];
}

/// Lanes of packs that are twice as large.
__global__ void lanesBad(const float *in, float *out, int per, int c) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = index % 64, at = index / 32 * 32, chan = at % c, i = at / c;
  float v = i < per ? in[(chan + lane) * per + i] : 0;
  if (i < per)
    out[chan * per + i * 32 + lane] = v; // expect: global-race, allow: inter-block-race
}

void run(const float *x, float *y, int m, int n) {
  dim3 g((n + 15) / 16, (m + 15) / 16), b(16, 16);
  halvesUnknown<<<g, b>>>(x, y, m, n, n / 2);
  earlyBad<<<g, b>>>(x, y, m, n, n / 2);
}
void pack(const float *in, float *out, int per, int c) {
  packsUnknown<<<per * c / 512 + 1, 512>>>(in, out, per, c);
  lanesBad<<<per * c / 512 + 1, 512>>>(in, out, per, c);
}
