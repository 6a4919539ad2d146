// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Strides that the kernel is not told: those that set elements apart, of whole vectors.

__global__ void coordinatesOk(float *out, const float *in, int channels, int batchStride,
                            int channelStride, int length) {
  int x = blockIdx.x;
  float *row = out + x / channels * batchStride + x % channels * channelStride;
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    row[i] = 2 * in[i];
}

__global__ void pairsOk(float2 *out, const float2 *in, int width) {
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
  coordinatesOk<<<channels * 4, 128>>>(out, in, channels, a, b, n);
  pairsOk<<<64, 128>>>((float2 *)out, (const float2 *)in, w);
  overlappingBad<<<64, 128>>>((float2 *)out, (const float2 *)in, w);
}

// Half of a row's length, and the place behind that, lie in a row of another stride.
__global__ void halvesUnknown(float *out, const float *in, int length, int stride) {
  float *row = out + blockIdx.x * stride;
  int half = length / 2;
  for (int i = threadIdx.x; i < half; i += blockDim.x)
    row[i] = in[i];
  if (threadIdx.x == 0)
    row[half] = 1;
}

// Matrices of a batch, each of so many rows as the host multiplies the stride of rows by.
__global__ void batchOk(float *out, int rows, int columns, int rowStride, int matrixStride) {
  float *matrix = out + blockIdx.z * matrixStride;
  for (int i = blockIdx.y * blockDim.y + threadIdx.y; i < rows; i += blockDim.y * gridDim.y)
    for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < columns; j += blockDim.x * gridDim.x)
      matrix[i * rowStride + j] = i;
}

// Each row begins in the one before.
__global__ void shiftedBad(float *out, int length, int stride) {
  float *row = out + blockIdx.x * stride;
  for (int i = threadIdx.x; i <= length; i += blockDim.x)
    row[i - 1] = i; // expect: inter-block-race
}

void more(float *out, const float *in, int n, int stride, int rows, int batches) {
  halvesUnknown<<<64, 128>>>(out, in, n, stride);
  batchOk<<<dim3(4, 4, batches), dim3(32, 8)>>>(out, rows, n, stride, rows * stride);
  shiftedBad<<<64, 128>>>(out, n, n);
}
