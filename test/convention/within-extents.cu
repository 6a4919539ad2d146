// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-within-extents' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Two parts of one allocation, the first of which may be too small.

// CHECK: needs [within-extents] {{.*}} to be free
__global__ void both(const float *first, float *second) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WITHOUT: [[@LINE+1]]:15: error: race on global memory
  second[i] = first[i];
}

extern int size();
void launch() {
  float *all;
  cudaMalloc(&all, 1 << 20);
  both<<<8, 128>>>(all, all + size());
}

// What is added to the start of a row stays in the row.
__device__ void fill(float *row, const float *in, int lane, int count) {
  if (lane < count)
    // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: error: race on shared memory 's'
    row[lane] = in[lane];
}

// CHECK: kernel 'rows'{{.*}}needs [within-extents] {{.*}} to be free
__global__ void rows(const float *in, float *out, int count) {
  __shared__ float s[4][9];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  fill(s[warp], in, lane, count);
  __syncwarp();
  if (lane < 9)
    out[blockIdx.x * 36 + warp * 9 + lane] = s[warp][8 - lane];
}

void launchRows(const float *in, float *out, int count) { rows<<<8, 128>>>(in, out, count); }

// Coordinates that are taken off one number span a box that holds it; one remainder alone does not.
// CHECK: kernel 'permute'{{.*}} n <= width * height
__global__ void permute(const float *in, float *out, int n, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int x = i % width, y = i / width % height;
  // WITHOUT: [[@LINE+1]]:3: error: race on global memory 'out'
  out[x * height + y] = in[i];
}

// A table in front of other values in dynamic shared memory, of which memory says how far it is read.
// CHECK: needs [within-extents] each access stays within its part of 'parts'
__global__ void looksUp(float *out, const int *lengths, const int *table, unsigned most) {
  extern __shared__ char parts[];
  int *entries = (int *)parts;
  float *values = (float *)(parts + (most * 4 + 15) / 16 * 16);
  for (unsigned i = threadIdx.x; i < most; i += blockDim.x)
    entries[i] = table[blockIdx.x * most + i];
  __syncthreads();
  for (int b = threadIdx.x / 32; b < lengths[blockIdx.x]; b += 4) {
    int entry = entries[b];
    if (threadIdx.x % 32 < 16)
      // WITHOUT: warning: race on shared memory 'parts'
      values[b * 16 + threadIdx.x % 32] = entry * 2.0f;
  }
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = values[threadIdx.x];
}

void lookUp(float *out, const int *lengths, const int *table, unsigned most, int n) {
  looksUp<<<n, 128, most * 8 + 4096>>>(out, lengths, table, most);
}

// The kernel itself fills the part up to where the next one starts, and then goes less far.
// CHECK: needs [within-extents] n <= padded to be free
__global__ void fillsPart(const float *in, float *out, int n, int padded) {
  extern __shared__ float filled[];
  float *sums = filled + padded;
  for (int i = threadIdx.x; i < n; i += 128)
    filled[i] = in[i];
  for (int i = n + threadIdx.x; i < padded; i += 128)
    filled[i] = 0;
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 128)
    // WITHOUT: error: race on shared memory 'filled'
    sum += filled[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x ^ 1];
}

void fill(const float *in, float *out, int n, int padded) {
  fillsPart<<<1, 128, (padded + 128) * sizeof(float)>>>(in, out, n, padded);
}

// The number of a block is split into coordinates, and no launch says how many there are.
// CHECK: needs [within-extents] gridDim.x <= {{.*}} to be free
__global__ void boxOfBlocks(int wide, int high, float *out, const float *in) {
  if (threadIdx.x == 0)
    // WITHOUT: error: race on global memory 'out'
    out[blockIdx.x % wide * high + blockIdx.x / wide % high] = in[blockIdx.x];
}

// Memory picks a counter in a part that starts where the host says.
// CHECK: needs [within-extents] each access stays within its part of 'all' to be free
__global__ void pickedBehind(unsigned *all, unsigned length) {
  // WITHOUT: [[@LINE+1]]:{{[0-9]+}}: warning: race on global memory 'all'
  unsigned code = all[threadIdx.x];
  atomicAdd(all + 3 * length + code, 1);
}

void pickBehind(unsigned *all, unsigned length) { pickedBehind<<<1, 256>>>(all, length); }

// Rows of shared memory are as long as another array that the same threads index.
// CHECK: needs {{.*}}[within-extents] accesses that stay within their arrays to be free
__global__ void besideArray(const float *in, float *out, int n) {
  __shared__ float own[64], rows[4 * 64];
  own[threadIdx.x] = in[threadIdx.x];
  for (int j = 0; j < 4; ++j)
    // WITHOUT: kernel 'besideArray': free for launches with blockDim.x == 64
    rows[j * 64 + threadIdx.x] = in[j * n + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = own[threadIdx.x ^ 1] + rows[threadIdx.x];
}

void beside(const float *in, float *out, int n) { besideArray<<<1, n>>>(in, out, n); }
