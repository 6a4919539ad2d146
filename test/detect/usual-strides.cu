// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Strides that the kernel is not told: those of rows that do not overlap, of whole vectors.

__global__ void coordinates(float *out, const float *in, int channels, int batchStride,
                            int channelStride, int length) {
  int x = blockIdx.x;
  float *row = out + x / channels * batchStride + x % channels * channelStride;
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    row[i] = 2 * in[i];
}

__global__ void pairs(float2 *out, const float2 *in, int width) {
  int row = blockIdx.x * width;
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    if (i % 2 == 0)
      out[(row + i) / 2] = in[(row + i) / 2];
}

// Rows of pairs overlap by a pair.
__global__ void overlappingBad(float2 *out, const float2 *in, int width) {
  int row = blockIdx.x * width;
  for (int i = threadIdx.x; i < width + 2; i += blockDim.x)
    if (i % 2 == 0)
      out[(row + i) / 2] = in[i]; // expect: inter-block-race
}

void launch(float *out, const float *in, int channels, int a, int b, int n, int w) {
  coordinates<<<channels * 4, 128>>>(out, in, channels, a, b, n);
  pairs<<<64, 128>>>((float2 *)out, (const float2 *)in, w);
  overlappingBad<<<64, 128>>>((float2 *)out, (const float2 *)in, w);
}
