// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Strides that host code computes as products of unsigned sizes, and a counter that runs down.
template <int Guards>
__device__ void planes(float *out, unsigned w, unsigned h, unsigned row, unsigned d, unsigned plane) {
  unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, first = blockIdx.z * 8;
  unsigned at = x + y * row + first * plane;
  for (unsigned short z = 8; z > 0; z--)
    if (x < w && (!(Guards & 1) || y < h) && first + (z - 1) < d)
      out[at + (z - 1) * plane] = x + 3 * y + 7 * z;
}
__global__ void planesOk(float *out, unsigned w, unsigned h, unsigned row, unsigned d, unsigned plane) {
  planes<1>(out, w, h, row, d, plane);
}
__global__ void rowsLeavePlaneUnknown(float *out, unsigned w, unsigned h, unsigned row, unsigned d, unsigned plane) { // verdict: unknown
  planes<0>(out, w, h, row, d, plane);
}
__global__ void planesTooShortUnknown(float *out, unsigned w, unsigned h, unsigned row, unsigned d, unsigned plane) { // verdict: unknown
  planes<1>(out, w, h, row, d, plane);
}
// The same with signed numbers.
__global__ void signedOk(float *out, int w, int h, int row, int d, int plane) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, first = blockIdx.z * 8;
  for (int z = 8; z > 0; z--)
    if (x < w && y < h && first + (z - 1) < d)
      out[x + y * row + first * plane + (z - 1) * plane] = z;
}
void launch(float *out, size_t w, size_t h, size_t d, int sw, int sh, int sd) {
  dim3 size(w, h, d), step(1, size.x, size.x * size.y);
  dim3 grid((size.x - 1) / 32 + 1, (size.y - 1) / 8 + 1, (size.z - 1) / 8 + 1), block(32, 8);
  planesOk<<<grid, block>>>(out, size.x, size.y, step.y, size.z, step.z);
  rowsLeavePlaneUnknown<<<grid, block>>>(out, size.x, size.y, step.y, size.z, step.z);
  planesTooShortUnknown<<<grid, block>>>(out, size.x, size.y, step.y, size.z, size.x * (size.y - 1));
  dim3 tiles((sw - 1) / 32 + 1, (sh - 1) / 8 + 1, (sd - 1) / 8 + 1);
  signedOk<<<tiles, block>>>(out, sw, sh, sw, sd, sw * sh);
}
