// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void fillOk(int *d) { d[threadIdx.x] = threadIdx.x; }

__global__ void scaleOk(const int *d, int *out) { out[threadIdx.x] = 2 * d[threadIdx.x]; }

void waited(int *d, int *out) {
  cudaStream_t a, b;
  cudaEvent_t filled;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEventCreate(&filled);
  fillOk<<<1, 256, 0, a>>>(d);
  cudaEventRecord(filled, a);
  cudaStreamWaitEvent(b, filled, 0);
  scaleOk<<<1, 256, 0, b>>>(d, out);
}

void recordedOnly(int *d, int *out) {
  cudaStream_t a, b;
  cudaEvent_t filled;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEventCreate(&filled);
  fillOk<<<1, 256, 0, a>>>(d);
  cudaEventRecord(filled, a);
  scaleOk<<<1, 256, 0, b>>>(d, out); // expect-note: stream-race
}
