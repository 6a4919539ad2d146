// SPDX-License-Identifier: Apache-2.0
// RUN: not %cuda-fix %s | FileCheck %s
// Of two stores with nothing read in between, a barrier only says which value stays: the subscript
// of one is rather wrong.

#define T 16

__global__ void stride(const float *in, float *out) {
  __shared__ float b[2 * T * T];
  int tx = threadIdx.x, ty = threadIdx.y;
  b[ty * T + tx] = in[ty * 2 * T + tx];
  b[ty * T + T + tx] = in[ty * 2 * T + T + tx];
  __syncthreads();
  out[ty * T + tx] = b[ty * 2 * T + tx] + b[tx * 2 * T + ty];
}

// CHECK: repair: insert-barrier (suggested, simulated equal): put __syncthreads() at line [[@LINE-5]]
// CHECK: line [[@LINE-6]] overwrites what line [[@LINE-7]] stores before any thread reads it

// The end of the turn overwrites what the next one begins with.
__global__ void turns(const float *in, float *out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i)
    s[(t + i) % 128] = in[i * 128 + t];
  __syncthreads();
  out[t] = s[127 - t];
}

// CHECK: repair: insert-barrier (suggested, simulated equal)
// CHECK: line [[@LINE-6]] overwrites what line [[@LINE-6]] stores before any thread reads it

// A store that clears the cells comes first.
__global__ void cleared(const int *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = 0.f;
  s[127 - t] = in[t];
  __syncthreads();
  out[t] = s[t];
}

// CHECK: repair: insert-barrier (proven, simulated equal): put __syncthreads() at line [[@LINE-5]]

// What is stored first is read before it is overwritten.
__global__ void read(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  float v = s[t];
  s[127 - t] = v + 1;
  __syncthreads();
  out[t] = s[t];
}

// CHECK: repair: insert-barrier (proven, simulated equal): put __syncthreads() at line [[@LINE-5]]

void run(const float *in, const int *i, float *out, int n) {
  stride<<<1, dim3(T, T)>>>(in, out);
  turns<<<1, 128>>>(in, out, n);
  cleared<<<1, 128>>>(i, out);
  read<<<1, 128>>>(in, out);
}
