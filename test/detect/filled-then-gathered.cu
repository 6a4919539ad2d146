// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Cells that threads write by their own number, and indices from memory read, without a barrier in
// between.

__global__ void hookBad(const int *from, const int *to, int edges, int nodes, int *label, int *next) {
  for (int i = threadIdx.x; i < nodes; i += blockDim.x)
    label[i] = i; // expect-warning: global-race
  for (int i = threadIdx.x; i < edges; i += blockDim.x)
    if (label[to[i]] < label[from[i]])
      next[i] = label[to[i]];
}
__global__ void hookOk(const int *from, const int *to, int edges, int nodes, int *label, int *next) {
  for (int i = threadIdx.x; i < nodes; i += blockDim.x)
    label[i] = i;
  __syncthreads();
  for (int i = threadIdx.x; i < edges; i += blockDim.x)
    if (label[to[i]] < label[from[i]])
      next[i] = label[to[i]];
}

// Lanes of a warp fill the row that their warp has.
__global__ void rowOfWarpBad(const int *pick, const float *in, float *rows, float *out, int n) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float *row = rows + warp * 256;
  for (int i = lane; i < 256; i += 32)
    row[i] = in[i]; // expect-warning: intra-warp-race
  for (int i = lane; i < n; i += 32)
    out[warp * n + i] = row[pick[i]];
}
__global__ void rowOfWarpUnknown(const int *pick, const float *in, float *rows, float *out, int n) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float *row = rows + warp * 256;
  for (int i = lane; i < 256; i += 32)
    row[i] = in[i];
  __syncwarp();
  for (int i = lane; i < n; i += 32)
    out[warp * n + i] = row[pick[i]];
}

// One thread writes the last cell.
__global__ void searchBad(const int *scan, int *ids, int num, int blocks) {
  __shared__ int last[257];
  if (threadIdx.x == 0)
    last[num] = scan[num]; // expect-warning: shared-race
  for (int i = threadIdx.x; i < blocks; i += blockDim.x)
    ids[i] = last[scan[i]];
}
// One thread fills the whole table.
__global__ void filledByOneBad(const unsigned *in, const int *length, unsigned *out) {
  __shared__ int entry[32];
  if (threadIdx.x == 0)
    for (int k = 0; k < 32; ++k)
      entry[k] = length[k]; // expect-warning: shared-race
  out[threadIdx.x] = entry[in[threadIdx.x] >> 27];
}
__global__ void filledByOneOk(const unsigned *in, const int *length, unsigned *out) {
  __shared__ int entry[32];
  if (threadIdx.x == 0)
    for (int k = 0; k < 32; ++k)
      entry[k] = length[k];
  __syncthreads();
  out[threadIdx.x] = entry[in[threadIdx.x] >> 27];
}
__global__ void refilledByOneBad(const int *in, unsigned *out, int n) {
  __shared__ int table[256];
  for (int t = 0; t < n; ++t) {
    if (threadIdx.x == 0)
      for (int k = 0; k < 256; ++k)
        table[k] = k * t; // expect-warning: shared-race
    __syncthreads();
    out[threadIdx.x] += table[in[threadIdx.x]];
  }
}
// The other half of the table.
__global__ void otherHalfUnknown(const int *in, const int *length, int *out) {
  __shared__ int entry[128];
  if (threadIdx.x < 64)
    entry[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int k = 0; k < 64; ++k)
      entry[64 + k] = length[k];
  out[threadIdx.x] = entry[in[threadIdx.x]];
}
// A count before the entries.
__global__ void queueUnknown(const int *pick, int *out, int n) {
  __shared__ int queue[257];
  queue[1 + threadIdx.x] = pick[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    queue[0] = n;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = queue[1 + pick[i]];
}

// How many cells each thread reads stands in memory; all of them write afterwards.
__global__ void reusedBad(const int *list, const int *counts, const float *in, float *out, int n) {
  __shared__ float cells[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  cells[threadIdx.x] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < counts[i]; ++k)
    sum += cells[list[k * n + i]]; // expect-warning: shared-race
  cells[threadIdx.x] = sum;
  __syncthreads();
  out[i] = cells[255 - threadIdx.x];
}
// Only those that memory names write.
__global__ void chosenUnknown(const int *list, const int *color, float *cells, int now, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (color[i] == now)
      cells[i] = cells[list[i]] * 2;
}

// Rows of one level read those of levels before.
__global__ void levelUnknown(const int *first, const int *list, float *x, int start, int end) {
  for (int i = start + threadIdx.x; i < end; i += blockDim.x) {
    float sum = 0;
    for (int j = first[i]; j < first[i + 1]; ++j)
      sum += x[list[j]];
    x[i] = sum;
  }
}
// Ghost cells stand behind a part's own.
__global__ void ghostsUnknown(float *x, const int *from, const float *in, float *out, int n, int ghosts, int m) {
  for (int i = threadIdx.x; i < ghosts; i += blockDim.x)
    x[n + i] = in[i];
  for (int j = threadIdx.x; j < m; j += blockDim.x)
    out[j] = x[from[j]];
}

void run(const int *list, const int *first, int *ids, int *next, const float *in, float *x, float *y, int n, int m) {
  hookBad<<<1, 1024>>>(list, first, m, n, ids, next);
  hookOk<<<1, 1024>>>(list, first, m, n, ids, next);
  rowOfWarpBad<<<n, 256>>>(list, in, x, y, m);
  rowOfWarpUnknown<<<n, 256>>>(list, in, x, y, m);
  searchBad<<<1, 256>>>(list, ids, n, m);
  filledByOneBad<<<1, 256>>>((unsigned *)list, first, (unsigned *)ids);
  filledByOneOk<<<1, 256>>>((unsigned *)list, first, (unsigned *)ids);
  refilledByOneBad<<<1, 256>>>(list, (unsigned *)ids, n);
  otherHalfUnknown<<<1, 256>>>(list, first, ids);
  queueUnknown<<<1, 256>>>(list, ids, n);
  reusedBad<<<n / 256, 256>>>(list, first, in, x, n);
  chosenUnknown<<<1, 256>>>(list, first, x, m, n);
  levelUnknown<<<1, 256>>>(first, list, x, n, m);
  ghostsUnknown<<<1, 256>>>(x, list, in, y, n, m, 99);
}
