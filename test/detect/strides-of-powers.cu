// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Rows whose length is a power of two, which the host gives by its logarithm.

// Nothing in sight says that a row is as long as the grid is wide.
__global__ void scaleUnknown(float *data, float s, int log) {
  int at = blockIdx.x * blockDim.x + threadIdx.x + (blockIdx.y << log);
  data[at] *= s;
}

__global__ void scaleInRowOk(float *data, float s, int log, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < columns)
    data[x + (blockIdx.y << log)] *= s;
}

// Rows in planes, the row read from a plane of another length.
__global__ void scalePlanesOk(float *data, const float *in, int log, int plane, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < columns)
    data[x + (blockIdx.y << log) + blockIdx.z * plane] += in[x + (blockIdx.z << plane)];
}

// The planes have no place in the index.
__global__ void scalePlanesBad(float *data, const float *in, int log, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < columns)
    data[x + (blockIdx.y << log)] += in[blockIdx.z]; // expect: inter-block-race
}

// Row 1 of plane 0 is row 0 of plane 1.
__global__ void scaleOverlapBad(float *data, float s, int log, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < columns)
    data[x + (blockIdx.y + blockIdx.z << log)] *= s; // expect: inter-block-race
}

// The kernel says itself how long a row is, and goes past its end.
__global__ void scaleFartherBad(float *data, float s, int log) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < 2 << log)
    data[x + (blockIdx.y << log)] *= s; // expect: inter-block-race
}

// A thread and a block go on by the same power of two.
__global__ void scaleStepBad(float *data, float s, int log) {
  data[(threadIdx.x << log) + (blockIdx.x << log)] *= s; // expect: inter-block-race
}
