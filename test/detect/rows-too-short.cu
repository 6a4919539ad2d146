// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The host says how long rows are, and how much of each the kernel takes.

__global__ void shortRowsBad(float *out, int w, int h, int pitch) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h)
    out[y * pitch + x] = x; // expect: global-race inter-block-race
}
__global__ void longRowsOk(float *out, int w, int h, int pitch) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h)
    out[y * pitch + x] = x;
}
void run(float *out, int n) {
  shortRowsBad<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(out, n, n, n / 2);
  longRowsOk<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(out, n, n, n + n / 2);
}

// Nothing ends the last tile of a grid that is one tile larger than whole rows.
__global__ void unendedBad(float *out, int w) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[y * w + x] = x + y; // expect-error: global-race inter-block-race
}
__global__ void wholeTilesUnknown(float *out, int w) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[y * w + x] = x + y;
}
__global__ void firstHalfUnknown(float *out, int w, int half) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < half)
    out[y * w + x] = x + y;
}
void tiles(float *out, int w, int h) {
  unendedBad<<<dim3(w / 32 + 1, h / 8 + 1), dim3(32, 8)>>>(out, w);
  wholeTilesUnknown<<<dim3((w + 31) / 32, (h + 7) / 8), dim3(32, 8)>>>(out, w);
  firstHalfUnknown<<<dim3(w / 32 + 1, h / 8 + 1), dim3(32, 8)>>>(out, w, h);
}

// One cell more than a row has.
__global__ void oneLessBad(float *out, int pitch, int n) {
  int i = threadIdx.x;
  if (i < n)
    out[blockIdx.x * pitch + i] = blockIdx.x; // expect-error: inter-block-race
}
__global__ void openRowsOk(float *out, int pitch, int n) {
  int i = threadIdx.x;
  if (i < n)
    out[blockIdx.x * pitch + i] = blockIdx.x;
}
void less(float *out, int n, int pitch) {
  oneLessBad<<<64, 256>>>(out, n - 1, n);
  openRowsOk<<<64, 256>>>(out, pitch, n);
}
