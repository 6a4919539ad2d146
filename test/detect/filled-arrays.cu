// SPDX-License-Identifier: Apache-2.0
// No launch is in sight, and shared arrays say which block a kernel is written for.
// RUN: %check-findings %s

// A block of 512 threads would be free, had the arrays room for it.
__global__ void greatestBad(const float *in, int *out, int columns) {
  __shared__ float value[256];
  __shared__ int index[256];
  float best = -1e30f;
  int at = -1;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    if (in[blockIdx.x * columns + i] > best) {
      best = in[blockIdx.x * columns + i];
      at = i;
    }
  value[threadIdx.x] = best; // expect: shared-race
  index[threadIdx.x] = at;   // expect: shared-race
  for (int step = blockDim.x / 2; step > 0; step >>= 1) {
    if (threadIdx.x < step && value[threadIdx.x + step] > value[threadIdx.x]) {
      value[threadIdx.x] = value[threadIdx.x + step];
      index[threadIdx.x] = index[threadIdx.x + step];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = index[0];
}

// One of 128 threads would be free, but for what it reads of the other half.
__global__ void sumBad(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x]; // expect: shared-race
  for (int step = 128; step > 0; step >>= 1) {
    if (threadIdx.x < step)
      s[threadIdx.x] += s[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
}

// Digits that no shift takes away.
__global__ void digitsBad(const unsigned *keys, unsigned *out, int n, int shift) {
  __shared__ unsigned count[16];
  if (threadIdx.x < 16)
    count[threadIdx.x] = 0; // expect: shared-race
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&count[(keys[i] >> shift) & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16)
    out[threadIdx.x * gridDim.x + blockIdx.x] = count[threadIdx.x];
}

__global__ void sumOk(const float *in, float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int step = 128; step > 0; step >>= 1) {
    if (threadIdx.x < step)
      s[threadIdx.x] += s[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[0];
}
