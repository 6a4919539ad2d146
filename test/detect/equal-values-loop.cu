// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Threads that write one cell in a loop compute what they write from what stands in one cell, too.

__global__ void scaledOk(const float *in, float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int row = i / 8;
    out[row] = in[row] * 2; // expect-note: benign-race
  }
}

__global__ void differenceOk(const float *limits, float *out, int rows, int columns) {
  extern __shared__ float ends[];
  for (int i = threadIdx.x; i < 2 * columns; i += blockDim.x)
    ends[i] = limits[i];
  __syncthreads();
  for (int i = threadIdx.x; i < rows * columns; i += blockDim.x) {
    int column = i / rows;
    out[column * 2] = ends[column + columns] - ends[column]; // expect-note: benign-race
    out[column * 2 + 1] = sqrtf(ends[column]); // expect-note: benign-race
  }
}

__global__ void roundedOk(const float *in, int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i / 4] = (int)(in[i / 4] * 0.5f); // expect-note: benign-race
}

// The cell is shared, what is read is not.
__global__ void scaledBad(const float *in, float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i / 64] = in[i] * 2; // expect: global-race
}

__global__ void differenceBad(const float *in, float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i / 64] = in[i / 64] - in[i / 64 + i % 2]; // expect: global-race
}

// The sums of two threads are of different numbers.
__global__ void summedBad(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum += in[i / 64];
    out[i / 64] = sum; // expect: global-race
  }
}

// Between the two reads somebody writes.
__global__ void changedBad(float *in, float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    in[i] += 1;
    out[i / 64] = in[i] * 2; // expect: global-race
  }
}

void launch(const float *in, float *out, int *ints, float *both, int n, int rows, int columns) {
  scaledOk<<<1, 128>>>(in, out, n);
  differenceOk<<<1, 128, 2 * columns * sizeof(float)>>>(in, out, rows, columns);
  roundedOk<<<1, 128>>>(in, ints, n);
  scaledBad<<<1, 128>>>(in, out, n);
  differenceBad<<<1, 128>>>(in, out, n);
  summedBad<<<1, 128>>>(in, out, n);
  changedBad<<<1, 128>>>(both, out, n);
}
