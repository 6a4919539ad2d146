// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
//
// With no launch in sight: the width of the block that a kernel is written for.

// The step of the threads.
__global__ void steppedOk(const unsigned *__restrict__ in, unsigned *__restrict__ out) {
  for (int i = threadIdx.x; i < 4096; i += 32)
    out[blockIdx.x * 4096 + i] = in[i] + 1;
}

// The room of a tile.
__global__ void tileUnknown(const float *__restrict__ in, float *__restrict__ out, int n) {
  __shared__ float row[32 + 8];
  int x = blockIdx.x * blockDim.x + threadIdx.x, at = threadIdx.x + 4;
  for (int y = 0; y < n; ++y) {
    if (threadIdx.x < 4) {
      row[threadIdx.x] = in[y * n + x - 4];
      row[at + 32] = in[y * n + x + 32];
    }
    row[at] = in[y * n + x];
    __syncthreads();
    out[y * n + x] = row[at - 1] + row[at + 4];
    __syncthreads();
  }
}

// A tile with room for many warps is shared by them.
__global__ void wideBad(const float *__restrict__ in, float *__restrict__ out) {
  __shared__ float row[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  row[threadIdx.x] = in[i]; // expect: shared-race
  out[i] = row[threadIdx.x ^ 33];
}

// Numbered as 8 x 8 x 2 threads.
__global__ void numberedUnknown(const float *__restrict__ in, float *out) {
  __shared__ float cell[8 * 64];
  int thread = (threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x;
  for (int i = 0; i < 4; ++i)
    cell[32 * (thread >> 4) + i % 2 * 256 + (thread & 15)] = in[i * 128 + thread];
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    out[blockIdx.x * 128 + thread] += cell[i * 128 + thread];
}
