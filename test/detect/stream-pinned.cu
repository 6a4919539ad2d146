// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void fillOk(int *d) { d[threadIdx.x] = threadIdx.x; }

// Host code does not wait for copies to page-locked memory.
void pageLocked(int *d) {
  int *h;
  cudaStream_t a, b;
  cudaMallocHost((void **)&h, 1024);
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaMemcpyAsync(h, d, 1024, cudaMemcpyDeviceToHost, a);
  fillOk<<<1, 256, 0, b>>>(d); // expect-note: stream-race
}

void pageable(int *d, int *h) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaMemcpyAsync(h, d, 1024, cudaMemcpyDeviceToHost, a);
  fillOk<<<1, 256, 0, b>>>(d);
}
