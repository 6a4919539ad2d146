// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// Strides that are quartered or halved, in sizes that are given by their logarithms.

// Radix 4: each thread has four elements, a stride apart from each other.
__global__ void radixOk(float *out, const float *in, int logSize) {
  const int size = 1 << logSize, base = blockIdx.x << logSize;
  extern __shared__ float data[];
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    data[i] = in[base + i];
  for (int stride = size >> 2; stride > 0; stride >>= 2) {
    int low = threadIdx.x & (stride - 1);
    int first = ((threadIdx.x - low) << 2) + low;
    int second = first + stride, third = second + stride, fourth = third + stride;
    __syncthreads();
    float a = data[first] + data[third], b = data[second] + data[fourth];
    data[first] = a + b;
    data[second] = a - b;
    data[third] = a * 2;
    data[fourth] = b * 2;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    out[base + i] = data[i];
}

// Their places with three strides only.
__global__ void shortBad(float *data, int logSize) {
  extern __shared__ float all[];
  for (int stride = (1 << logSize) >> 2; stride > 0; stride >>= 2) {
    int low = threadIdx.x & (stride - 1);
    int first = (threadIdx.x - low) * 3 + low;
    __syncthreads();
    float a = all[first] + all[first + 3 * stride]; // expect: shared-race
    all[first] = a;
    all[first + 3 * stride] = a; // expect: shared-race
  }
}
