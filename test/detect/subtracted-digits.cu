// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Coordinates that code takes out of an index by subtracting what the ones before stand for.

// Strides of both tensors come from the caller.
__global__ void copyStridedOk(const float *in, float *out, int n, int w, int h, int d, int s0,
                              int s1, int s2, int s3) {
  long i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  long i3 = i / (w * h * d), i2 = (i - i3 * w * h * d) / (w * h);
  long i1 = (i - i3 * w * h * d - i2 * h * w) / w, i0 = i - i3 * w * h * d - i2 * h * w - i1 * w;
  out[i0 * s0 + i1 * s1 + i2 * s2 + i3 * s3] = in[i];
}

// The inner coordinate is that of a narrower row: two indices have the same coordinates.
__global__ void copyNarrowBad(const float *in, float *out, int n, int w, int s0, int s1) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  int i1 = i / (w * 2), i0 = (i - i1 * (w * 2)) % w;
  out[i0 * s0 + i1 * s1] = in[i]; // expect: global-race inter-block-race
}

// Put together again they are the index.
__global__ void rejoinOk(const float *in, float *out, int n, int c, int h, int w) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  int x = i % w, y = i / w % h, z = i / (w * h) % c, b = i / (w * h * c);
  int row = i / w, column = i - row * w;
  out[row * w + column] = in[((b * c + z) * h + y) * w + x];
}

void launch(const float *in, float *out, int n, int w, int h, int d, int s0, int s1, int s2,
            int s3) {
  copyStridedOk<<<(n + 255) / 256, 256>>>(in, out, n, w, h, d, s0, s1, s2, s3);
  copyNarrowBad<<<(n + 255) / 256, 256>>>(in, out, n, w, s0, s1);
  rejoinOk<<<(n + 255) / 256, 256>>>(in, out, n, d, h, w);
}
