// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A grid has a block at least: what its size is computed from is not negative.
__global__ void tilesOk(int m, int n, int k, const float *a, const float *b, float *c) {
  const int tc = threadIdx.x % 32, tr = threadIdx.x / 32;
  b += blockIdx.y * 32;
  c += blockIdx.x * 32 * n + blockIdx.y * 32;
  float t = 0;
  for (int i = 0; i < k; i += 32) {
    t += a[tr * k + i] * b[tr * n + tc];
    b += 32 * n;
  }
  c[tr * n + tc] = t + c[tr * n + tc];
}
// No dimension is computed from the length of these rows.
__global__ void rowsUnknown(int m, int n, int stride, float *c) {
  c[(blockIdx.x * 32 + threadIdx.x / 32) * stride + blockIdx.y * 32 + threadIdx.x % 32] = blockIdx.y;
}
// Rows of tiles that overlap.
__global__ void rowsBad(int m, int n, float *c) {
  c[(blockIdx.x * 31 + threadIdx.x / 32) * n + blockIdx.y * 32 + threadIdx.x % 32] = blockIdx.x; // expect: inter-block-race
}
void run(int m, int n, int k, int stride, float *a, float *b, float *c) {
  tilesOk<<<dim3(m / 32, n / 32), 1024>>>(m, n, k, a, b, c);
  rowsUnknown<<<dim3(m / 32, n / 32), 1024>>>(m, n, stride, c);
  rowsBad<<<dim3(m / 32, n / 32), 1024>>>(m, n, c);
}
