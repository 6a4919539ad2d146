// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void fillOk(int *d, int first, int last) {
  int i = first + threadIdx.x;
  if (i < last)
    d[i] = i;
}

__global__ void clipOk(int *d, int first, int last) {
  if (threadIdx.x >= first && threadIdx.x < last)
    d[threadIdx.x] = 0;
}

__global__ void countOk(int *d) { atomicAdd(d, 1); }

// Each stream has a range of its own.
void ranges(int *d, int n) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  fillOk<<<1, 256, 0, a>>>(d, 0, n);
  fillOk<<<1, 256, 0, b>>>(d, n, 2 * n);
  clipOk<<<1, 256, 0, a>>>(d + 1024, 0, n);
  clipOk<<<1, 256, 0, b>>>(d + 1024, n, 2 * n);
  countOk<<<1, 1, 0, a>>>(d + 2048);
  countOk<<<1, 1, 0, b>>>(d + 2048);
}
