// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --arch sm_90

__global__ void counterBad(const int *in, int *out) {
  __shared__ int n;
  if (in[blockIdx.x * 256 + threadIdx.x] > 0)
    atomicAdd(&n, 1); // expect-warning: unwritten-shared
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = n;
}

__global__ void counterOk(const int *in, int *out) {
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  if (in[blockIdx.x * 256 + threadIdx.x] > 0)
    atomicAdd(&n, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = n;
}

__global__ void wrongTileBad(const float *in, float *out) {
  __shared__ float a[256], b[256];
  a[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  a[threadIdx.x] += 1;
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = a[255 - threadIdx.x] + b[threadIdx.x]; // expect: unwritten-shared
}

// What a function reads for the kernel.
__device__ float last(const float *row) {
  return row[255]; // expect: unwritten-shared
}
__global__ void inFunctionBad(float *out) {
  __shared__ float row[256];
  out[blockIdx.x * 256 + threadIdx.x] = last(row);
}

// A function fills it.
__device__ void fill(float *row, const float *in) { row[threadIdx.x] = in[threadIdx.x]; }
__global__ void filledInFunctionOk(const float *in, float *out) {
  __shared__ float row[256];
  fill(row, in + blockIdx.x * 256);
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = row[255 - threadIdx.x];
}

// atomicExch gives it a first value.
__global__ void exchangedOk(int *out) {
  __shared__ int last;
  atomicExch(&last, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = last;
}

// Two names of dynamic shared memory are one array.
__global__ void twoNamesOk(const float *in, float *out) {
  extern __shared__ float values[];
  extern __shared__ int bits[];
  values[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = bits[255 - threadIdx.x];
}

__global__ void dynamicBad(float *out) {
  extern __shared__ float scratch[];
  out[blockIdx.x * 256 + threadIdx.x] = scratch[threadIdx.x]; // expect: unwritten-shared
}

// Which of two arrays is filled depends on a parameter: neither is said to be empty.
__global__ void eitherOk(const float *in, float *out, bool first) {
  __shared__ float a[256], b[256];
  float *to = first ? a : b;
  to[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = first ? a[255 - threadIdx.x] : b[255 - threadIdx.x];
}

// Asynchronous copies fill it.
__device__ void copy(void *to, const void *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                   (unsigned)__cvta_generic_to_shared(to)),
               "l"(from));
}
__global__ void copiedOk(const float *in, float *out) {
  __shared__ float row[256];
  copy(&row[threadIdx.x], &in[blockIdx.x * 256 + threadIdx.x]);
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = row[255 - threadIdx.x];
}

void run(const int *a, const float *x, int *b, float *y, bool first) {
  counterBad<<<4, 256>>>(a, b);
  counterOk<<<4, 256>>>(a, b);
  wrongTileBad<<<4, 256>>>(x, y);
  inFunctionBad<<<4, 256>>>(y);
  filledInFunctionOk<<<4, 256>>>(x, y);
  exchangedOk<<<4, 256>>>(b);
  twoNamesOk<<<4, 256, 1024>>>(x, y);
  dynamicBad<<<4, 256, 1024>>>(y);
  eitherOk<<<4, 256>>>(x, y, first);
  copiedOk<<<4, 256>>>(x, y);
}
