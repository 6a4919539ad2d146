// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// Races that need data no program has are not shown: counts near 2^32, ...
__global__ void segmentsUnknown(float *a, const unsigned *count) {
  extern __shared__ float data[];
  unsigned n = *count + 1;
  float *own = data + threadIdx.x * (n + 1);
  for (unsigned i = 0; i < n; ++i)
    own[i] = a[i * blockDim.x + threadIdx.x];
}

// ... bins of a block outside its own row, ...
__global__ void binsUnknown(const unsigned *in, unsigned *bins, int n) {
  unsigned *own = bins + blockIdx.x * 256;
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    own[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&own[in[i]], 1);
}

// ... another block than the one the code is written for, where no launch is in sight.
__global__ void thirtyTwoUnknown(float *a) {
  a[blockIdx.x * 32 + threadIdx.x] += 1;
}

// A plane of threads is nothing that a kernel without threadIdx.y is launched with.
__global__ void linesOk(float *a) {
  if (threadIdx.x < 64)
    a[blockIdx.y * 64 + threadIdx.x] += 1;
}

// Zeroing and counting in one row without a barrier.
__global__ void binsBad(const unsigned *in, unsigned *bins, int n) {
  unsigned *own = bins + blockIdx.x * 256;
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    own[i] = 0; // expect: global-race
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&own[in[i]], 1);
}

void launches(const unsigned *in, unsigned *bins, int n, float *a, const unsigned *count) {
  segmentsUnknown<<<1, 128, 4096>>>(a, count);
  binsUnknown<<<64, 256>>>(in, bins, n);
  binsBad<<<64, 256>>>(in, bins, n);
}

// A place in a row of its own, where the length of rows is a parameter.
__global__ void insertUnknown(int *items, int *counts, const int *wanted, int n, int most) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  int start = row * most, count = counts[row];
  for (int i = 0; i < count; i++)
    if (items[start + i] == wanted[row])
      return;
  items[start + count] = wanted[row];
  counts[row]++;
}

__global__ void histogramBad(int *bins, const int *keys, int n, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bins[blockIdx.x * most + keys[i]] += 1; // expect: global-race
}

// Each bin hands out places of its own; where the bins begin is data.
__global__ void intoBinsUnknown(const int *keys, int *next, int *sorted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, key = keys[i];
  sorted[atomicAdd(&next[key], 1)] = key;
}
__global__ void fromBinsUnknown(const int *keys, int *next, int *sorted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, key = keys[i];
  sorted[atomicAdd(&next[key], -1) - 1] = key;
}
__global__ void countDownOk(const int *keys, int *left, int *sorted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sorted[atomicSub(left, 1) - 1] = keys[i];
}
__global__ void oneTooManyBad(const int *keys, int *next, int2 *sorted) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, key = keys[i];
  int at = atomicAdd(&next[key], 1);
  sorted[at].x = key; // expect: global-race, expect: inter-block-race
  sorted[at + 1].x = i;
}

// Marks may be negative: a plain counter of what is marked is no counter.
__global__ void marksBad(const int *row, const int *column, const int *level, int *count, int n) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < n)
    for (int e = row[node]; e < row[node + 1]; ++e)
      if (level[column[e]] == -1)
        ++*count; // expect: global-race
}

// Rows that are empty are skipped by the whole block, which is no search for a boundary.
__global__ void emptyRowsBad(const int *row, const float *in, float *out, int n) {
  __shared__ float s[128];
  for (int r = blockIdx.x; r < n; r += gridDim.x) {
    if (row[r] == row[r + 1])
      continue;
    s[threadIdx.x] = in[r * 128 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
      out[r] = s[0] + s[127]; // expect: shared-race
  }
}

void graph(const int *row, const int *column, const int *level, int *count, int n, float *out) {
  marksBad<<<1, 256>>>(row, column, level, count, n);
  emptyRowsBad<<<64, 128>>>(row, out + n, out, n);
}
