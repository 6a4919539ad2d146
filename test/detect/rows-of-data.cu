// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A row of shared memory for each thread, in which data picks the cell, is left by no thread as far
// as one can see: what is changed in place there is no cell that several threads want.

__device__ int splitAt(int *row, int length, int pivot) {
  int at = 1;
  for (int i = 1; i < length; ++i) {
    int value = row[i];
    if (value < pivot) {
      row[i] = row[at];
      row[at++] = value;
    }
  }
  int value = row[0];
  row[0] = row[at - 1];
  row[at - 1] = value;
  return at - 1;
}

__global__ void mediansUnknown(const int *in, int *out, int length) {
  extern __shared__ int rows[];
  int *row = rows + threadIdx.x * length;
  int t = blockIdx.x * blockDim.x + threadIdx.x, k = length / 2;
  for (int i = 0; i < length; ++i)
    row[i] = in[t * length + i];
  while (length > 1) {
    int middle = splitAt(row, length, row[0]);
    if (k < middle) {
      length = middle;
    } else if (k == middle) {
      out[t] = row[middle];
      return;
    } else {
      k -= middle + 1;
      length -= middle + 1;
      row += middle + 1;
    }
  }
  out[t] = row[0];
}

// Two threads have one row.
__global__ void sharedRowBad(const int *bin, int *out, int n, int bins) {
  extern __shared__ int counts[];
  int *row = counts + threadIdx.x / 2 * bins;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    row[bin[i]]++; // expect: intra-warp-race
}

void run(const int *in, int *out, int n, int length) {
  mediansUnknown<<<n / 64, 64, 64 * length * sizeof(int)>>>(in, out, length);
  sharedRowBad<<<n / 64, 64, 32 * length * sizeof(int)>>>(in, out, n, length);
}
