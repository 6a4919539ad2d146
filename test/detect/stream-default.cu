// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void fillOk(int *d) { d[threadIdx.x] = threadIdx.x; }

__global__ void scaleOk(const int *d, int *out) { out[threadIdx.x] = 2 * d[threadIdx.x]; }

void blocking(int *d, int *out, int *other) {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  fillOk<<<1, 256>>>(d);
  scaleOk<<<1, 256, 0, a>>>(d, out); // the default stream is waited for
  fillOk<<<1, 256>>>(other);         // and waits
  fillOk<<<1, 256, 0, b>>>(d);
}

void nonBlocking(int *d, int *out) {
  cudaStream_t a;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  fillOk<<<1, 256>>>(d);
  scaleOk<<<1, 256, 0, a>>>(d, out); // expect-note: stream-race
}
