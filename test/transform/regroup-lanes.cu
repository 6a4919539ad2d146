// SPDX-License-Identifier: Apache-2.0
// RUN: %check-repair regroup-lanes %s --checks=divergent-branch --unsafe | FileCheck %s --match-full-lines --strict-whitespace

__global__ void sum(const float *in, float *out) {
  __shared__ float s[256];
  unsigned int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned int w = 1; w < blockDim.x; w *= 2) {
    if (tid % (2 * w) == 0)
      s[tid] += s[tid + w];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = s[0];
}

template <typename T> __global__ void most(const T *in, T *out, int n) {
  __shared__ T s[128];
  const int thread = threadIdx.x;
  s[thread] = in[blockIdx.x * 128 + thread];
  __syncthreads();
  int step = 2;
  while (step <= 128) {
    if (thread + step / 2 < n && (thread & (step - 1)) == 0) {
      T other = s[thread + step / 2];
      s[thread] = max(s[thread], other);
    }
    __syncthreads();
    step <<= 1;
  }
  if (thread == 0)
    out[blockIdx.x] = s[0];
}

__global__ void scan(int *data, int n) {
  __shared__ int s[256];
  s[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 1; d < 256; d *= 2) {
    __syncthreads();
    if (!(threadIdx.x % (d << 1)))
      s[threadIdx.x + 2 * d - 1] += s[threadIdx.x + d - 1];
  }
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

__global__ void lasts(const float *in, float *out) {
  __shared__ float s[256];
  int tx = threadIdx.x, i;
  s[tx] = in[blockIdx.x * 256 + tx];
  __syncthreads();
  for (i = 2; i <= 256; i = 2 * i) {
    if ((tx + 1) % i == 0) {
      s[tx] = s[tx] + s[tx - i / 2];
    }
    __syncthreads();
  }
  if (tx == 255) {
    for (i = 0; i < 3; ++i)
      s[tx] += in[i];
    out[blockIdx.x] = s[tx];
  }
}

void run(float *in, float *out, int *data, int n) {
  sum<<<64, 256>>>(in, out);
  most<<<64, 128>>>(in, out, n);
  scan<<<64, 256>>>(data, n);
  lasts<<<64, 256>>>(in, out);
}

// CHECK:  for (unsigned int w = 1; w < blockDim.x; w *= 2) {
// CHECK-NEXT:    const unsigned int i = 2 * w * tid;
// CHECK-NEXT:    if (i < blockDim.x)
// CHECK-NEXT:      s[i] += s[i + w];
// CHECK-NEXT:    __syncthreads();
// CHECK:    const int i = step * thread;
// CHECK-NEXT:    if (i + step / 2 < n && i < blockDim.x) {
// CHECK-NEXT:      T other = s[i + step / 2];
// CHECK-NEXT:      s[i] = max(s[i], other);
// CHECK-NEXT:    }
// CHECK:    const unsigned int i = (d << 1) * threadIdx.x;
// CHECK-NEXT:    if (i < blockDim.x)
// CHECK-NEXT:      s[i + 2 * d - 1] += s[i + d - 1];
// CHECK:    const int index = i * (tx + 1) - 1;
// CHECK-NEXT:    if (index < blockDim.x) {
// CHECK-NEXT:      s[index] = s[index] + s[index - i / 2];
// CHECK-NEXT:    }
