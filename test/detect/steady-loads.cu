// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s --show possible
// Loads of memory that others write elsewhere: threads of a block read one value from one cell.

// Flags behind the values.
__global__ void flagsOk(const int *in, int *out, int n, int flagged) {
  extern __shared__ int shared[];
  int *flags = shared + n;
  for (int i = threadIdx.x; i < flagged; i += blockDim.x)
    flags[i] = in[i];
  __syncthreads();
  if (flags[flagged - 1] != 0 && flagged > 0) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      shared[i] = in[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      out[blockIdx.x * n + i] = shared[n - 1 - i];
  }
}

// Among them: a thread may be late to read the flag.
__global__ void overlappingBad(const int *in, int *out, int n, int rounds) {
  extern __shared__ int shared[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    shared[i] = in[i];
  __syncthreads();
  for (int r = 0; r < rounds; ++r)
    if (shared[r] != 0) { // expect-warning: shared-race
      for (int i = threadIdx.x; i < n; i += blockDim.x)
        shared[i] = in[i + r];
      __syncthreads(); // expect-warning: barrier-divergence
    }
}

// What a lock orders is another value for each thread: many may find their own number.
__global__ void turnBad(int *lock, int *out) {
  __shared__ int taken;
  if (threadIdx.x == 0)
    taken = 0;
  __syncthreads();
  bool done = false;
  while (!done)
    if (atomicCAS(&lock[blockIdx.x], 0, 1) == 0) {
      __threadfence();
      int mine = taken;
      taken = mine + 1;
      __threadfence();
      atomicExch(&lock[blockIdx.x], 0);
      if (mine == threadIdx.x)
        out[blockIdx.x] = mine; // expect-warning: global-race
      done = true;
    }
}
