// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization --conventions='*,-customary-blocks' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// The step of the threads is the block that they are written for.

// CHECK: needs [customary-blocks] blockDim.x == 32 to be free
__global__ void stepped(const unsigned *__restrict__ in, unsigned *__restrict__ out) {
  for (int i = threadIdx.x; i < 4096; i += 32)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[blockIdx.x * 4096 + i] = in[threadIdx.x] + 1;
}

// Here it is that of the columns that each thread has of a row.
// CHECK: needs [customary-blocks] blockDim.x == 32 to be free
__global__ void columns(float *out, int rows) {
  __shared__ float row[96];
  for (int r = 0; r < rows; ++r) {
    for (int i = 0; i < 3; ++i)
      // WITHOUT: [[@LINE+1]]:7: error: race on shared memory 'row'
      row[threadIdx.x + i * 32] = r;
    atomicAdd(out, row[threadIdx.x]);
  }
}

// Groups of 16 threads take 8 columns each of the 64 that the block takes.
// CHECK: needs [customary-blocks] blockDim.x == 128
__global__ void grouped(unsigned *out, int columns) {
  int column = blockIdx.x * 64 + threadIdx.x / 16 * 8, row = threadIdx.x % 16;
  if (column < columns)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[column * 16 + row] = threadIdx.x;
}

// Numbers for threads of any block, beside an election that is written for a line.
// CHECK: needs [customary-blocks] blockDim.y == 1
__global__ void elects(int *next, int *out) {
  __shared__ int base;
  int rank = threadIdx.x + blockDim.x * threadIdx.y;
  if (threadIdx.x == 0)
    // WITHOUT: [[@LINE+1]]:5: error: race on shared memory 'base'
    base = atomicAdd(next, 256);
  __syncthreads();
  atomicAdd(out + rank % 32, base);
}

// A line of threads, of which the number is computed for blocks of any shape.
// CHECK: needs [customary-blocks] blockDim.y == 1
__global__ void shifted(int *out) {
  __shared__ int s[256];
  const int size = blockDim.x * blockDim.y, t = threadIdx.x;
  s[t] = out[blockIdx.x * size + t];
  __syncthreads();
  int mine = t > 0 ? s[t - 1] : 0;
  __syncthreads();
  // WITHOUT: [[@LINE+1]]:3: error: race on shared memory 's'
  s[t] += mine;
  __syncthreads();
  atomicAdd(out + blockIdx.x * size + t, s[t]);
}

// Rows of a block of four, which take turns in a ring of sixteen.
// CHECK: needs [customary-blocks] blockDim.y == 4
__global__ void ring(const float *in, float *out) {
  __shared__ float rows[16][32];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int l = 0; l < 12; l += 4)
    rows[l + y][x] = in[(l + y) * 32 + x];
  __syncthreads();
  for (int l = 12; l < 128; l += 4) {
    // WITHOUT: [[@LINE+1]]:5: error: race on shared memory 'rows'
    rows[(l + y) % 16][x] = in[(l + y) * 32 + x];
    atomicAdd(out + x, rows[(l - 8 + y) % 16][x] + rows[(l - 11 + y) % 16][x]);
    __syncthreads();
  }
}

// Rows of one warp each, or one row of the whole block: 512 columns are stepped over.
// CHECK: needs [customary-blocks] blockDim.y == 1 to be free
template <int width> __global__ void rowSums(const float *in, float *out, int columns) {
  __shared__ float partial[32];
  const int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x % 32;
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += width)
    sum += in[row * columns + c];
  if (width > 32) {
    if (lane == 0)
      // WITHOUT: [[@LINE+1]]:7: error: race on shared memory 'partial'
      partial[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = partial[lane];
  }
  atomicAdd(out + row, sum);
}
template __global__ void rowSums<512>(const float *, float *, int);

// Pairs of the boxes of two tiles, 64 in each: blocks of as many threads, and a square grid.
// CHECK: kernel 'pairs': free for launches with blockDim.x == 64; gridDim.x <= gridDim.y, others not decided
__global__ void pairs(int n, float most, const float *boxes, long *mask) {
  const int row = blockIdx.y, column = blockIdx.x;
  if (row > column)
    return;
  const int rows = min(n - row * 64, 64), columns = min(n - column * 64, 64);
  if (threadIdx.x < rows) {
    const int at = 64 * row + threadIdx.x;
    long bits = 0;
    for (int i = 0; i < columns; ++i)
      if (boxes[at] * boxes[column * 64 + i] > most)
        bits |= 1l << i;
    mask[at * gridDim.y + column] = bits;
  }
}

// Threads are numbered over three dimensions, and given work by two.
// CHECK: kernel 'plane': free for launches with blockDim.z == 1, others not decided
__global__ void plane(float *out, const float *weights, int high, int wide, int n) {
  int tid = blockDim.x * blockDim.y * threadIdx.z + blockDim.x * threadIdx.y + threadIdx.x;
  __shared__ float k[1024];
  for (int i = tid; i < n; i += blockDim.x * blockDim.y * blockDim.z)
    k[i] = weights[i];
  __syncthreads();
  for (int y = blockDim.y * blockIdx.y + threadIdx.y; y < high; y += blockDim.y * gridDim.y)
    for (int x = threadIdx.x; x < wide; x += blockDim.x)
      // WITHOUT: [[@LINE+1]]:7: error: race on global memory 'out'
      out[y * wide + x] += k[y % n];
}

// The last element is in the last block of a grid that just covers the elements.
// CHECK: needs {{.*}}[customary-blocks] {{.*}} to be free
__global__ void lastOfAll(const int *part, int *data, int n, int *total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == n - 1)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'total'
    *total = *total + part[blockIdx.x];
  if (i < n)
    data[i] += part[blockIdx.x];
  if (blockIdx.x == gridDim.x - 1) {
    __syncthreads();
    if (threadIdx.x == 0)
      *total = *total * 2;
  }
}
