// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// Values that were read from memory stay data in an array of each thread's own: which cells they
// pick is as open as for the memory itself.

constexpr int perThread = 4, threads = 256;

__global__ void markBad(const int *keys, int *out, int n) {
  __shared__ int marks[perThread * threads];
  int own[perThread];
#pragma unroll 1
  for (int i = 0; i < perThread; ++i) {
    const int at = i * threads + threadIdx.x;
    marks[at] = 0;
    if (at < n)
      own[i] = keys[blockIdx.x * n + at];
    else
      own[i] = 0;
  }
  __syncthreads();
#pragma unroll 1
  for (int i = 0; i < perThread; ++i)
    if (i * threads + threadIdx.x < n)
      marks[own[i]] = 1; // expect: shared-race likely
  out[blockIdx.x * threads + threadIdx.x] = marks[threadIdx.x];
}

// The same, read four cells at a time.
__global__ void markWideBad(const int *keys, int4 *out, int n) {
  __shared__ int4 marks[threads];
  int own[perThread];
  marks[threadIdx.x] = make_int4(0, 0, 0, 0);
#pragma unroll 1
  for (int i = 0; i < perThread; ++i) {
    const int at = i * threads + threadIdx.x;
    if (at < n)
      own[i] = keys[blockIdx.x * n + at];
    else
      own[i] = 0;
  }
  __syncthreads();
#pragma unroll 1
  for (int i = 0; i < perThread; ++i)
    if (i * threads + threadIdx.x < n)
      reinterpret_cast<int *>(marks)[own[i]] = 1; // expect: shared-race likely
  out[blockIdx.x * threads + threadIdx.x] = marks[threadIdx.x];
}

__global__ void markOk(const int *keys, int *out, int n) {
  __shared__ int marks[perThread * threads];
  int own[perThread];
#pragma unroll 1
  for (int i = 0; i < perThread; ++i) {
    const int at = i * threads + threadIdx.x;
    marks[at] = 0;
    if (at < n)
      own[i] = keys[blockIdx.x * n + at];
    else
      own[i] = 0;
  }
  __syncthreads();
#pragma unroll 1
  for (int i = 0; i < perThread; ++i)
    if (i * threads + threadIdx.x < n)
      marks[own[i]] = 1;
  __syncthreads();
  out[blockIdx.x * threads + threadIdx.x] = marks[threadIdx.x];
}

void run(const int *keys, int *out, int4 *wide, int n) {
  markBad<<<64, threads>>>(keys, out, n);
  markWideBad<<<64, threads>>>(keys, wide, n);
  markOk<<<64, threads>>>(keys, out, n);
}
