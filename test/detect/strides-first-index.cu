// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Rows that a stride sets apart, of which the threads take a part that begins at a first index.

__global__ void partOk(float *out, int first, int end, int stride, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + first;
  if (i < end)
    for (int row = 0; row < rows; ++row)
      out[static_cast<size_t>(stride) * row + i] = i;
}

// Each thread has one cell for two.
__global__ void halvesBad(float *out, int first, int end, int stride, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + first;
  if (i < end)
    for (int row = 0; row < rows; ++row)
      out[static_cast<size_t>(stride) * row + i / 2] = i; // expect: global-race
}

// The last threads of the grid write into the next row.
__global__ void notEndedUnknown(float *out, int first, int stride, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + first;
  for (int row = 0; row < rows; ++row)
    out[static_cast<size_t>(stride) * row + i] = i;
}

// A list for each thread in a column of its own: by the stride it finds its entries, which it
// compares.
__global__ void listsOk(const float *x, const int *counts, const int *lists, int *outCounts,
                        int *outLists, int first, int end, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + first;
  if (i >= end)
    return;
  int count = 0;
  for (int k = 0; k < counts[i]; ++k) {
    int j = lists[stride * k + i];
    if (x[j] < x[i])
      outLists[stride * count++ + i] = j;
  }
  outCounts[i] = count;
}

void run(const float *x, float *out, const int *counts, const int *lists, int *outCounts,
         int *outLists, int first, int end, int stride, int rows) {
  int grid = (end - first - 1) / 64 + 1;
  partOk<<<grid, 64>>>(out, first, end, stride, rows);
  halvesBad<<<grid, 64>>>(out, first, end, stride, rows);
  notEndedUnknown<<<grid, 64>>>(out, first, stride, rows);
  listsOk<<<grid, 64>>>(x, counts, lists, outCounts, outLists, first, end, stride);
}
