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
