// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void fillOk(int *d) { d[threadIdx.x] = threadIdx.x; }

__global__ void scaleOk(const int *d, int *out) { out[threadIdx.x] = 2 * d[threadIdx.x]; }

void finish(cudaStream_t stream) { cudaStreamSynchronize(stream); }

void ordered(int *d, int *out, int *other, bool wait) {
  cudaStream_t a, b, c;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaStreamCreate(&c);
  fillOk<<<1, 256, 0, a>>>(d);
  finish(a);
  scaleOk<<<1, 256, 0, b>>>(d, out);
  cudaDeviceSynchronize();
  fillOk<<<1, 256, 0, c>>>(d);
  if (wait) // perhaps always
    cudaDeviceSynchronize();
  scaleOk<<<1, 256, 0, a>>>(d, out);
}

void readers(int *d, int *out, int *other, cudaStream_t a, cudaStream_t b) {
  scaleOk<<<1, 256, 0, a>>>(d, out);
  scaleOk<<<1, 256, 0, b>>>(d, other);
}
