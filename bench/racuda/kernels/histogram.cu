// SPDX-License-Identifier: Apache-2.0
// How often each byte stands in a vector of words: counted by each warp of a block for itself.
// Lanes of one warp race for their counters, as in the kernel that this one is written after.

constexpr int Bins = 256, Warps = 2;

__global__ void histogram256(unsigned *counts, const unsigned *data, int n) {
  __shared__ unsigned all[Warps * Bins];
  unsigned t = threadIdx.x;
  for (int bin = t; bin < Warps * Bins; bin += blockDim.x)
    all[bin] = 0;
  __syncthreads();
  unsigned *own = all + t / 32 * Bins;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x) {
    unsigned word = data[i];
    ++own[word & 255];
    ++own[word >> 8 & 255];
    ++own[word >> 16 & 255];
    ++own[word >> 24];
  }
  __syncthreads();
  for (int bin = t; bin < Bins; bin += blockDim.x)
    counts[blockIdx.x * Bins + bin] = all[bin] + all[Bins + bin];
}
