// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

// nvcc --default-stream=per-thread
#define CUDA_API_PER_THREAD_DEFAULT_STREAM 1

__global__ void fillOk(int *d) { d[threadIdx.x] = threadIdx.x; }

__global__ void scaleOk(const int *d, int *out) { out[threadIdx.x] = 2 * d[threadIdx.x]; }

// The default stream of a host thread waits for no other stream.
void both(int *d, int *out) {
  cudaStream_t a;
  cudaStreamCreate(&a);
  fillOk<<<1, 256>>>(d);
  scaleOk<<<1, 256, 0, a>>>(d, out); // expect-note: stream-race
  fillOk<<<1, 256, 0, cudaStreamLegacy>>>(d);
}
