// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Shared memory that all threads fill, each its own cells, and that data picks from.

__global__ void tableBad(const float *table, const unsigned char *pick, float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = table[threadIdx.x]; // expect: shared-race
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    out[i] = s[pick[i]];
}
__global__ void tableOk(const float *table, const unsigned char *pick, float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    out[i] = s[pick[i]];
}
__global__ void rowsBad(const int *__restrict__ first, const float *in, float *out) {
  __shared__ float s[1024];
  for (int i = threadIdx.x; i < 1024; i += 256)
    s[i] = in[blockIdx.x * 1024 + i]; // expect: shared-race
  float sum = 0;
  for (int i = first[threadIdx.x]; i < first[threadIdx.x + 1]; ++i)
    sum += s[i];
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}
__global__ void scatterBad(const float *in, const int *__restrict__ to, float *out) {
  __shared__ float s[256];
  s[to[threadIdx.x]] = in[blockIdx.x * 256 + threadIdx.x]; // expect: shared-race
  out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}
// A part of each thread's own.
__global__ void partOk(const float *in, const unsigned char *pick, float *out) {
  __shared__ float s[256 * 8];
  for (int i = 0; i < 8; ++i)
    s[threadIdx.x * 8 + i] = in[(blockIdx.x * 256 + threadIdx.x) * 8 + i];
  out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x * 8 + pick[threadIdx.x] % 8];
}
// One bit of a sort: what is stored decides by a bit where, and names no place itself.
__global__ void splitUnknown(unsigned *keys, int bit) {
  __shared__ unsigned s[256], zeros[256], all;
  s[threadIdx.x] = keys[blockIdx.x * 256 + threadIdx.x];
  unsigned key = s[threadIdx.x], zero = ~(key >> bit) & 1;
  zeros[threadIdx.x] = zero;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    unsigned before = threadIdx.x >= d ? zeros[threadIdx.x - d] : 0;
    __syncthreads();
    zeros[threadIdx.x] += before;
    __syncthreads();
  }
  if (threadIdx.x == 255)
    all = zeros[255];
  __syncthreads();
  unsigned before = zeros[threadIdx.x] - zero;
  s[zero ? before : all + threadIdx.x - before] = key;
  __syncthreads();
  keys[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}

void launch(const float *table, const unsigned char *pick, float *out, int n, const int *first, unsigned *keys) {
  tableBad<<<64, 256>>>(table, pick, out, n);
  tableOk<<<64, 256>>>(table, pick, out, n);
  rowsBad<<<64, 256>>>(first, table, out);
  scatterBad<<<64, 256>>>(table, first, out);
  partOk<<<64, 256>>>(table, pick, out);
  splitUnknown<<<64, 256>>>(keys, 3);
}

// Rows of a list that each block copies a part of.
__global__ void stagedUnknown(float *out, const int *__restrict__ rows, const float *v, int n, int stride) {
  __shared__ int part[16];
  for (int s = blockIdx.x * 16; s < n; s += gridDim.x * 16) {
    if (threadIdx.y == 0 && s + threadIdx.x < n)
      part[threadIdx.x] = rows[s + threadIdx.x];
    __syncthreads();
    if (s + threadIdx.y < n)
      out[part[threadIdx.y] * stride + threadIdx.x] += v[threadIdx.x];
    __syncthreads();
  }
}
// All blocks copy the same parts.
__global__ void sameForAllBad(float *out, const int *__restrict__ rows, const float *v, int n, int stride) {
  __shared__ int part[16];
  for (int s = 0; s < n; s += 16) {
    if (threadIdx.y == 0 && s + threadIdx.x < n)
      part[threadIdx.x] = rows[s + threadIdx.x];
    __syncthreads();
    if (s + threadIdx.y < n)
      out[part[threadIdx.y] * stride + threadIdx.x] += v[threadIdx.x]; // expect: inter-block-race
    __syncthreads();
  }
}
// So do neighbours.
__global__ void overlappingBad(float *out, const int *__restrict__ rows, const float *v, int n, int stride) {
  __shared__ int part[16];
  for (int s = blockIdx.x * 15; s < n; s += gridDim.x * 15) {
    if (threadIdx.y == 0 && s + threadIdx.x < n)
      part[threadIdx.x] = rows[s + threadIdx.x];
    __syncthreads();
    if (s + threadIdx.y < n)
      out[part[threadIdx.y] * stride + threadIdx.x] += v[threadIdx.x]; // expect: inter-block-race
    __syncthreads();
  }
}
// Counters are to be found several times.
__global__ void countedBad(int *count, const int *__restrict__ bins, int n) {
  __shared__ int part[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  part[threadIdx.x] = i < n ? bins[i] : 0;
  __syncthreads();
  count[part[threadIdx.x]] += 1; // expect: inter-block-race global-race
}
void staged(float *out, const int *rows, const float *v, int *count, int n, int stride) {
  stagedUnknown<<<128, dim3(16, 16)>>>(out, rows, v, n, stride);
  sameForAllBad<<<128, dim3(16, 16)>>>(out, rows, v, n, stride);
  overlappingBad<<<128, dim3(16, 16)>>>(out, rows, v, n, stride);
  countedBad<<<128, 256>>>(count, rows, n);
}
