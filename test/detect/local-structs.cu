// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// Structs that live in a thread: a by-value parameter that a device function takes by value, and
// a struct with an array that a variable indexes, next to pointers and counters.
#include <cuda_runtime.h>

struct Params {
  const float *in[4];
  float *out;
  int n, level;
};

__device__ float sample(const Params p, int i, int level) { return p.in[level][i] * 2; }

__global__ void parameterCopyOk(const Params p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < p.n)
    p.out[i] = sample(p, i, p.level & 3);
}

__global__ void parameterCopyBad(const Params p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < p.n)
    p.out[i / 2] = sample(p, i, p.level & 3); // expect: intra-warp-race
}

// The parameter is no longer what the host passed when the copy is taken.
__global__ void changedParameterUnknown(Params p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p.in[0] += p.n;
  if (i < p.n)
    p.out[i] = sample(p, i, p.level & 3);
}

struct Best {
  float *shared;
  float best[4];
  int count;

  __device__ void add(float v) {
    for (int k = 0; k < 4; ++k)
      if (v > best[k]) {
        float t = best[k];
        best[k] = v;
        v = t;
      }
    ++count;
  }
  __device__ void publish(int t) {
    for (int k = 0; k < 4; ++k)
      shared[t * 4 + k] = best[k]; // expect: shared-race shared-race
  }
};

__global__ void publishedBestOk(const float *in, float *out, int n) {
  __shared__ float s[512];
  Best b = {s, {0, 0, 0, 0}, 0};
  int t = threadIdx.x;
  for (int i = t; i < n; i += 128)
    b.add(in[i]);
  b.publish(t);
  __syncthreads();
  out[blockIdx.x * 128 + t] = b.shared[(t ^ 32) * 4] + b.count;
}

__global__ void publishedBestBad(const float *in, float *out, int n) {
  __shared__ float s[512];
  Best b = {s, {0, 0, 0, 0}, 0};
  int t = threadIdx.x;
  for (int i = t; i < n; i += 128)
    b.add(in[i]);
  b.publish(t);
  out[blockIdx.x * 128 + t] = b.shared[(t ^ 32) * 4] + b.count;
}

struct Pair {
  Best a, b;
};

// A struct in a struct, copied as a whole.
__global__ void copiedPairOk(const float *in, float *out, int n, int k) {
  __shared__ float s[512];
  Pair p = {{s, {0, 0, 0, 0}, 0}, {s, {1, 1, 1, 1}, 1}};
  int t = threadIdx.x;
  p.a.best[k & 3] = in[t];
  Pair q = p;
  q.a.best[n & 3] += 1;
  q.a.publish(t);
  __syncthreads();
  out[blockIdx.x * 128 + t] = q.b.shared[(t ^ 32) * 4] + q.a.count;
}

__global__ void copiedPairBad(const float *in, float *out, int n, int k) {
  __shared__ float s[512];
  Pair p = {{s, {0, 0, 0, 0}, 0}, {s, {1, 1, 1, 1}, 1}};
  int t = threadIdx.x;
  p.a.best[k & 3] = in[t];
  Pair q = p;
  q.a.best[n & 3] += 1;
  q.a.publish(t);
  out[blockIdx.x * 128 + t] = q.b.shared[(t ^ 32) * 4] + q.a.count;
}

struct Cell {
  int x, y, z;
  int *to;
};

// The struct is walked as a whole: its members stay together.
__global__ void walkedWholeUnknown(int *out, int n, int k) {
  Cell c = {0, 0, 0, out};
  ((int *)&c)[k % 3] = threadIdx.x;
  c.to[c.x] = n + threadIdx.x;
}

int main() {
  float *in, *out;
  int *cells;
  cudaMalloc(&in, 4096 * 4);
  cudaMalloc(&out, 4096 * 4);
  cudaMalloc(&cells, 4096 * 4);
  Params p = {{in, in, in, in}, out, 1000, 1};
  parameterCopyOk<<<8, 128>>>(p);
  parameterCopyBad<<<8, 128>>>(p);
  changedParameterUnknown<<<8, 128>>>(p);
  publishedBestOk<<<8, 128>>>(in, out, 1000);
  publishedBestBad<<<8, 128>>>(in, out, 1000);
  copiedPairOk<<<8, 128>>>(in, out, 3, 2);
  copiedPairBad<<<8, 128>>>(in, out, 3, 2);
  walkedWholeUnknown<<<1, 128>>>(cells, 3, 1);
}
