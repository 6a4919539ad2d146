// SPDX-License-Identifier: Apache-2.0
// RUN: %cuda-fix %s --no-repair --checks=synchronization  2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// RUN: not %cuda-fix %s --no-repair --checks=synchronization  --conventions='*,-within-rows,-rows-span-grid,-within-extents' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// Rows whose length or number is a constant, and parts of shared memory.

// Rows 5 and 0 of a table with a pitch: the columns end at another number.
struct Table {
  float *base;
  int width, height, pitch;
  __device__ float &at(unsigned row, unsigned column) {
    return *(float *)((char *)base + row * pitch + column * sizeof(float));
  }
};

// CHECK: kernel 'mark': free for launches with t.pitch >= n * 4
__global__ void mark(unsigned n, float least, Table t) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // WITHOUT: [[@LINE+1]]:16: warning: race on global memory 't.base'
  if (i < n && t.at(5, i) < least)
    t.at(0, i) = -1;
}

void run(unsigned n, float least, Table t) { mark<<<(n + 255) / 256, 256>>>(n, least, t); }

// Both rows are written: they hold a cell of each thread.
// CHECK: kernel 'reset': free for launches with t.pitch >= gridDim.x * 1024
__global__ void reset(Table t) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // WITHOUT: [[@LINE+1]]:3: error: race on global memory 't.base'
  t.at(5, i) = 0;
  t.at(6, i) = 1;
}

void run(Table t, int n) { reset<<<n, 256>>>(t); }

// The parts of one array lie 64 elements apart, and the indices into them end at a number.
// CHECK: kernel 'mix': free for {{.*}}count < 65
__global__ void mix(const float *in, float *out, int count) {
  __shared__ float parts[128];
  float *low = parts, *high = parts + 64;
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    // WITHOUT: [[@LINE+1]]:5: error: race on shared memory 'parts'
    low[i] = in[i];
    high[i] = in[count - 1 - i];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    out[blockIdx.x * count + i] = low[count - 1 - i] + high[i];
}

void run(const float *in, float *out, int count) { mix<<<16, 48>>>(in, out, count); }

// No launch says that the blocks of a grid cover one row of 128 in x.
// CHECK: kernel 'stream': free for launches with blockDim.x * gridDim.x < 129
__global__ void stream(const float *in, float *out) {
  int i = threadIdx.x + blockIdx.x * blockDim.x + 128 * blockIdx.y;
  if (blockIdx.y > 0)
    // WITHOUT: [[@LINE+1]]:5: error: race on global memory 'out'
    out[i - 128] = in[i] + blockIdx.x;
}

// No launch says that a block has n threads.
// CHECK: kernel 'cascade': free for launches with each access stays within its part of 'all'
__global__ void cascade(int n, int turns, const float *in, float *x) {
  extern __shared__ float all[];
  float *values = all, *taps = all + n, *more = all + 3 * n;
  int t = threadIdx.x;
  // WITHOUT: [[@LINE+1]]:3: error: race on shared memory 'all'
  taps[2 * t] = taps[2 * t + 1] = in[t];
  more[t] = in[t] * 2;
  for (int k = 0; k < turns; k++) {
    __syncthreads();
    float before = t == 0 ? x[blockIdx.x * turns + k] : values[t - 1];
    __syncthreads();
    values[t] = taps[2 * t] * before + taps[2 * t + 1] + more[t];
  }
}
