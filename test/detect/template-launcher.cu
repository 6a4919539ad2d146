// SPDX-License-Identifier: Apache-2.0
// A template of the host launches a kernel, and nothing in this file instantiates it: it is
// instantiated with customary types, and its launch says what the kernel runs with.
// RUN: %check-findings %s

// Right for the launch below only: a warp for each row.
template <typename T>
__global__ void scaleOk(T *data, int n, T by) {
  for (int i = 0; i < n; ++i)
    data[blockIdx.x * n * 32 + i * 32 + threadIdx.x] *= by;
}

template <typename T, bool Twice>
__global__ void pairBad(T *data) {
  data[threadIdx.x / 2] = threadIdx.x; // expect: intra-warp-race
}

template <typename T>
void scale(T *data, int rows, int n, T by) {
  dim3 block(32), grid(rows);
  scaleOk<T><<<grid, block>>>(data, n, by);
  if (n > 3)
    pairBad<T, true><<<1, 64>>>(data);
  else
    pairBad<T, false><<<1, 64>>>(data);
}

// No template launches this one.
template <typename T>
__global__ void aloneOk(T *data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
