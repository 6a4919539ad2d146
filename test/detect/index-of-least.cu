// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// The index of a row's least element, which a loop over the row keeps, lies in the row.

__global__ void swapsOk(int m, int n, float *rows) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= m)
    return;
  float *row = rows + j * n;
  int best = 0;
  for (int t = 1; t < n; ++t)
    if (row[t] < row[best])
      best = t;
  float first = row[0];
  row[0] = row[best];
  row[best] = first;
}

// Selection sort: the index starts at that of the turn.
__global__ void sortsOk(int m, int n, float *rows) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= m)
    return;
  float *row = rows + j * n;
  for (int from = 0; from < n; ++from) {
    int best = from;
    for (int t = from + 1; t < n; ++t)
      if (row[t] < row[best])
        best = t;
    float first = row[from];
    row[from] = row[best];
    row[best] = first;
  }
}

// The cell behind the least element may be that of the next row.
__global__ void behindUnknown(int m, int n, float *rows) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= m)
    return;
  float *row = rows + j * n;
  int best = 0;
  for (int t = 1; t < n; ++t)
    if (row[t] < row[best])
      best = t + 1;
  row[best] = 0;
}

// The loop ends behind the row.
__global__ void tooFarUnknown(int m, int n, float *rows) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= m)
    return;
  float *row = rows + j * n;
  int best = 0;
  for (int t = 1; t <= n; ++t)
    if (row[t - 1] < row[best])
      best = t;
  row[best] = 0;
}

// So does what is added to the index.
__global__ void movesUnknown(int m, int n, float *rows) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= m)
    return;
  float *row = rows + j * n;
  int best = 0;
  for (int t = 1; t < n; ++t)
    if (row[t] < 0)
      best = t;
    else if (row[t] > 1)
      best += 1;
  row[best] = 0;
}

void run(int m, int n, float *rows) {
  if (n < 1)
    return;
  swapsOk<<<(m + 127) / 128, 128>>>(m, n, rows);
  sortsOk<<<(m + 127) / 128, 128>>>(m, n, rows);
  behindUnknown<<<(m + 127) / 128, 128>>>(m, n, rows);
  tooFarUnknown<<<(m + 127) / 128, 128>>>(m, n, rows);
  movesUnknown<<<(m + 127) / 128, 128>>>(m, n, rows);
}
