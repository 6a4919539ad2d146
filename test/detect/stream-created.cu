// SPDX-License-Identifier: Apache-2.0
// RUN: %check-findings %s

__global__ void fillOk(int *d) { d[threadIdx.x] = threadIdx.x; }

__global__ void scaleOk(const int *d, int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = 2 * d[i];
}

void unordered(int *d, int *out, int n) {
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  fillOk<<<1, 256, 0, first>>>(d);
  cudaStreamSynchronize(second);             // the wrong one
  scaleOk<<<1, 256, 0, second>>>(d, out, n); // expect-note: stream-race
}

void oneStream(int *d, int *out, int n) {
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  second = first;
  fillOk<<<1, 256, 0, first>>>(d);
  scaleOk<<<1, 256, 0, second>>>(d, out, n);
}
