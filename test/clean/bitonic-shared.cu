// SPDX-License-Identifier: Apache-2.0
#define N 1024

__global__ void sort(unsigned *keys, unsigned *vals, int dir) {
  __shared__ unsigned k[N], v[N];
  unsigned base = blockIdx.x * N + threadIdx.x, tid = threadIdx.x;
  k[tid] = keys[base];
  v[tid] = vals[base];
  k[tid + N / 2] = keys[base + N / 2];
  v[tid + N / 2] = vals[base + N / 2];
  for (unsigned size = 2; size <= N; size <<= 1) {
    bool up = dir ^ ((tid & (size / 2)) != 0);
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned pos = 2 * tid - (tid & (stride - 1));
      if ((k[pos] > k[pos + stride]) == up) {
        unsigned t = k[pos];
        k[pos] = k[pos + stride];
        k[pos + stride] = t;
        t = v[pos];
        v[pos] = v[pos + stride];
        v[pos + stride] = t;
      }
    }
  }
  __syncthreads();
  keys[base] = k[tid];
  vals[base] = v[tid];
  keys[base + N / 2] = k[tid + N / 2];
  vals[base + N / 2] = v[tid + N / 2];
}

void run(unsigned *keys, unsigned *vals, int blocks) { sort<<<blocks, N / 2>>>(keys, vals, 1); }
