// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s
// A barrier in some of the turns of a loop whose turns depend on the thread.

// Every thread makes equally many turns, and what the turns go by is one value for the block.
__global__ void firstOk(int n, const int *in, int *out) {
  __shared__ int found[256];
  int count = 0;
  for (int i = threadIdx.x; i < n; i += 256) {
    if (count < 3) {
      found[threadIdx.x] = in[blockIdx.x * n + i] > 0;
      __syncthreads();
      for (int k = 0; k < 256; ++k)
        count += found[k];
      __syncthreads();
    }
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = count;
}

// The same with any n: the last turn is not made by all.
__global__ void firstOfAnyBad(int n, const int *in, int *out) {
  __shared__ int found[256];
  int count = 0;
  for (int i = threadIdx.x; i < n; i += 256) {
    if (count < 3) {
      found[threadIdx.x] = in[blockIdx.x * n + i] > 0;
      __syncthreads(); // expect: barrier-divergence
      for (int k = 0; k < 256; ++k)
        count += found[k];
      __syncthreads();
    }
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = count;
}

// Equally many turns, but each thread counts on its own.
__global__ void firstOfThreadBad(int n, const int *in, int *out) {
  __shared__ int found[256];
  int count = 0;
  for (int i = threadIdx.x; i < n; i += 256) {
    if (count < 3) {
      found[threadIdx.x] = in[blockIdx.x * n + i] > 0;
      __syncthreads(); // expect: barrier-divergence
      count += found[threadIdx.x ^ 1];
      __syncthreads();
    }
  }
  out[blockIdx.x * 256 + threadIdx.x] = count;
}

void launch(int k, int n, const int *in, int *out) {
  firstOk<<<10, 256>>>(k * 1024, in, out);
  firstOfAnyBad<<<10, 256>>>(n, in, out);
  firstOfThreadBad<<<10, 256>>>(k * 1024, in, out);
}
