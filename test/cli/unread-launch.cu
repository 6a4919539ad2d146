// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s --no-repair --checks=synchronization 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
// CHECK: warning: analysed in part: {{.*}}unknown type name 'Missing'
// CHECK-COUNT-2: error: unknown type name 'Missing'
// Launches in functions that could not be read: what a block of few threads is free of is no error.

struct Sizes {
  float *out;
  int stride;
  static __host__ __device__ dim3 threads() { return dim3(4, 4, 1); }
};

__global__ void tiles(Sizes s) {
  int x = blockIdx.x * 32 + threadIdx.x * 8, y = blockIdx.y * 32 + threadIdx.y * 8;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      s.out[(x + i) * s.stride + y + j] = threadIdx.x;
}

// What blocks of all sizes race on is one.
__global__ void neighbours(float *out) {
  __shared__ float s[1024];
  // CHECK: [[@LINE+1]]:3: error: race on shared memory 's'
  s[threadIdx.x] = out[threadIdx.x];
  if (threadIdx.x > 0)
    out[threadIdx.x] = s[threadIdx.x - 1];
}

// A kernel that does not tell blocks apart is for one of them; no code in sight says that it has one.
__global__ void count(int *counts) {
  if (threadIdx.x == 0)
    counts[0] += 1;
}

// One that does may still be given one.
__global__ void bins(int *bins) {
  if (threadIdx.x == 0)
    // CHECK: [[@LINE+1]]:5: warning: race on global memory 'bins'
    bins[blockIdx.x / 2] += 1;
}

void run(Missing in, float *out, int *counts) { // not declared
  Sizes s{out, 4096};
  tiles<<<dim3(8, 8), Sizes::threads(), 0, in.stream()>>>(s);
  neighbours<<<1, 64, 0, in.stream()>>>(out);
  count<<<in.blocks(), 64, 0, in.stream()>>>(counts);
  bins<<<in.blocks(), 64, 0, in.stream()>>>(counts);
}

// A launch in a template that could not be read.
template <class T> __global__ void rows(T *out, long stride) {
  T *row = out + (blockIdx.x * 32 + threadIdx.x * 8) * stride + blockIdx.y * 32 + threadIdx.y * 8;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      row[i * stride + j] = threadIdx.x;
}
template <class T> Missing runRows(Missing in, T *out) {
  rows<T><<<in.blocks(), Sizes::threads()>>>(out, in.stride());
}
