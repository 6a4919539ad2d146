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

// Templates that call the launching one choose its numbers, and ask for whole rows or do not.
template <typename T, int Columns>
__global__ void wholeOk(const T *in, T *out, int n) {
  __shared__ T row[Columns];
  for (int i = threadIdx.x; i < n; i += Columns) {
    row[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = row[Columns - 1 - threadIdx.x];
    __syncthreads();
  }
}
template <typename T, int Columns>
__global__ void partBad(const T *in, T *out, int n) {
  __shared__ T row[Columns];
  for (int i = threadIdx.x; i < n; i += Columns) {
    row[threadIdx.x] = in[i];
    __syncthreads(); // expect-warning: barrier-divergence
    out[i] = row[Columns - 1 - threadIdx.x];
    __syncthreads();
  }
}
template <typename T, int Columns>
void runWhole(const T *in, T *out, int n) {
  wholeOk<T, Columns><<<1, Columns>>>(in, out, n);
}
template <typename T, int Columns>
void runPart(const T *in, T *out, int n) {
  partBad<T, Columns><<<1, Columns>>>(in, out, n);
}
template <typename T>
void run(const T *in, T *out, int n) {
  if (n % 96 == 0) {
    runWhole<T, 96>(in, out, n);
    runPart<T, 96>(in, out, n);
  } else if (n % 64 == 0)
    runWhole<T, 64>(in, out, n);
  if (n % 32 == 0)
    runPart<T, 64>(in, out, n);
}
